const RULE = /^- \*\*([A-Z]{1,2}\d+)\*\*/gm;
const RULES_CITED = /^((?:[A-Z]{1,2}\d+ )+)/;

/** `protocol`: the text of `docs/protocol.md`. A title of a test begins with the rules that it tests. */
export function findRuleProblems(protocol: string, titles: readonly string[]): string[] {
  const rules = [...protocol.matchAll(RULE)].map(([, id = '']) => id);
  const known = new Set(rules);
  const cited = new Set(titles.flatMap(title => RULES_CITED.exec(title)?.[1]?.trim().split(' ') ?? []));
  return [
    ...list(
      'Rules of docs/protocol.md without a test',
      rules.filter(id => !cited.has(id)),
    ),
    ...list(
      'Rules in test titles that docs/protocol.md does not have',
      [...cited].filter(id => !known.has(id)),
    ),
    ...list(
      'Numbers of several rules in docs/protocol.md',
      rules.filter((id, index) => rules.indexOf(id) < index),
    ),
  ];
}

function list(problem: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${problem}: ${[...new Set(ids)].join(', ')}`];
}
