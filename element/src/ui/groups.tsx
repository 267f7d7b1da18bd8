// An address in groups of 4, so that users can compare it: five groups per line, after 0x. Copying it gives the address without spaces.

interface Props {
  address: string;
  testId?: string;
  /** indexes of marked characters, after `0x` */
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
