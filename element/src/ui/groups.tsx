// An address in groups of 4, so that it can be compared by eye: five to a line, 0x in front. Copied, it is one word again.

export function Groups({ address, testId }: { address: string; testId?: string }) {
  const [, start, rest] = /^(0x)?(.*)$/.exec(address)!;
  const groups = rest!.match(/.{1,4}/g) ?? [];
  return (
    <bdi className="groups" dir="ltr" data-testid={testId}>
      {start && <span>0x</span>}
      <span className="groups-lines">
        {groups.map((group, i) => (
          <span key={i} className={i && i < groups.length - 1 ? undefined : 'edge'}>
            {group}
          </span>
        ))}
      </span>
    </bdi>
  );
}
