// An address in groups of 4, so that it can be compared by eye: five to a line, 0x in front. Copied, it is one word again.

interface Props {
  address: string;
  testId?: string;
  /** characters that are marked, counted after `0x` */
  marked?: number[];
}

export function Groups({ address, testId, marked = [] }: Props) {
  const [, start, rest] = /^(0x)?(.*)$/.exec(address)!;
  const groups = rest!.match(/.{1,4}/g) ?? [];
  return (
    <bdi className="groups" dir="ltr" data-testid={testId}>
      {start && <span>0x</span>}
      <span className="groups-lines">
        {groups.map((group, i) => (
          <span key={i} className={i && i < groups.length - 1 ? undefined : 'edge'}>
            {marked.length
              ? [...group].map((letter, at) =>
                  marked.includes(4 * i + at) ? <mark key={at}>{letter}</mark> : letter,
                )
              : group}
          </span>
        ))}
      </span>
    </bdi>
  );
}
