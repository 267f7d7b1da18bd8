// An address in groups of 4, so that it can be compared by eye: five to a line, 0x in front. Copied, it is one word again.

export function Groups({ groups, testId }: { groups: string[]; testId?: string }) {
  const start = groups[0] == '0x' ? 1 : 0;
  const edges = [start, groups.length - 1];
  return (
    <bdi className="groups" dir="ltr" data-testid={testId}>
      {start > 0 && <span>0x</span>}
      <span className="groups-lines">
        {groups.slice(start).map((group, i) => (
          <span key={i} className={edges.includes(i + start) ? 'edge' : undefined}>
            {group}
          </span>
        ))}
      </span>
    </bdi>
  );
}
