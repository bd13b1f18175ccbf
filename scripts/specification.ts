import type { TestName } from './test-names.ts';

/** A row of `docs/specification.md`: a statement, the files that implement it, the tests that prove it. */
export interface SpecificationRow {
  line: number;
  statement: string;
  places: string[];
  tests: TestName[];
}

const ROW = /^\| (?<statement>\d[^|]*) \| (?<places>[^|]*) \| (?<tests>[^|]*) \|$/;
const CODE = /`([^`]+)`/g;
const TEST = /`([^`]+)` ([^<]+?)(?= *<br>|$)/g;

export function readRows(text: string): SpecificationRow[] {
  return text.split('\n').flatMap((line, index) => {
    const { statement = '', places = '', tests = '' } = ROW.exec(line)?.groups ?? {};
    if (statement === '') return [];
    return {
      line: index + 1,
      statement: statement.trim(),
      places: [...places.matchAll(CODE)].map(([, place = '']) => place),
      tests: [...tests.matchAll(TEST)].map(([, file = '', name = '']) => ({ file, name: name.trim() })),
    };
  });
}

export function findProblems(
  row: SpecificationRow,
  known: readonly TestName[],
  exists: (path: string) => boolean,
): string[] {
  const missing = row.tests.filter(test => !known.some(other => matchesName(other, test)));
  return [
    ...(row.places.length === 0 ? ['names no files'] : []),
    ...row.places.filter(place => !exists(place)).map(place => `${place} does not exist`),
    ...(row.tests.length === 0 ? ['has no test'] : []),
    ...missing.map(({ file, name }) => `${file} has no test "${name}"`),
  ];
}

/** A name with variable parts matches any name with the same fixed parts in order. */
function matchesName(known: TestName, { file, name }: TestName): boolean {
  if (known.file !== file) return false;
  const parts = known.name
    .split(/\$\{[^}]*\}|%[sidj]/)
    .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
