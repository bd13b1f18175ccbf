import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
/** Begins small, because a pattern of exponential time cannot be stopped. */
const LENGTHS = [22, 24, 26, 28, 30, 300, 1_000, 10_000, 100_000];
/** The parser of message texts gets no longer ones, also on the server. */
const MESSAGE_LENGTHS = LENGTHS.filter(length => length <= MAX_TEXT_LENGTH);
/** Patterns that files build for each use, from parts that cannot repeat. */
const BUILT_LATER: Readonly<Record<string, string>> = {
  'protocol/src/formatting/code.ts': 'a number of spaces',
  'protocol/src/formatting/readable-host.ts': 'a set of letters',
  'server/src/moving/readers/discord/discord-text.ts': 'a choice of escaped names',
};
/** For the longest input, a pattern of quadratic time takes many seconds, one of linear time a millisecond. */
const MAX_MS = 1_000;

interface Found {
  file: string;
  literals: RegExp[];
  /** Patterns that are built while the file loads. */
  loaded: number;
  /** Patterns that are built later, which nobody can check beforehand. */
  made: number;
}

function findRegularExpressions(file: string): Found {
  const found: Found = { file, literals: [], loaded: 0, made: 0 };
  let functions = 0;
  const made = ({ callee }: { callee: object }) => {
    if (!('name' in callee) || callee.name !== 'RegExp') return;
    if (functions > 0) found.made++;
    else found.loaded++;
  };
  const enter = () => void functions++;
  const leave = () => void functions--;
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.literals.push(new RegExp(node.regex.pattern, node.regex.flags));
    },
    NewExpression: made,
    CallExpression: made,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  });
  visitor.visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program);
  return found;
}

/** Texts of the pattern's own characters, which almost match. */
function createAttacks({ source }: RegExp, length: number): string[] {
  const letters = [...new Set(` a0.\t\n${source.replaceAll(/\\[dDwWsSbBpPuxcfnrtv]/g, '')}`)];
  const pieces = [...letters, ...letters.flatMap(one => ['a', '0', ' '].map(other => one + other))];
  return pieces.flatMap(piece => {
    const run = piece.repeat(length / piece.length);
    return ['', ' ', '\n', '\u0001'].flatMap(end => [run + end, `\u0001${run}${end}`]);
  });
}

/** The longest processor time in ms, or the first that exceeds `enoughMs`. Other programs do not count. */
function measureSlowest(tried: RegExp, lengths: readonly number[], enoughMs = MAX_MS): number {
  // A copy: files of later tests search from the `lastIndex` that a match leaves.
  const pattern = new RegExp(tried);
  let slowest = 0;
  for (const attack of lengths.flatMap(length => createAttacks(pattern, length))) {
    const began = process.threadCpuUsage();
    pattern.lastIndex = 0;
    pattern.test(attack);
    slowest = Math.max(slowest, process.threadCpuUsage(began).user / 1_000);
    if (slowest > enoughMs) return slowest;
  }
  return slowest;
}

/** All patterns that a file and its imports build while they load. */
async function recordLoaded(file: string): Promise<RegExp[]> {
  const recorded: RegExp[] = [];
  const construct = (target: typeof RegExp, args: [pattern: string, flags?: string]) => {
    const pattern = new target(...args);
    recorded.push(pattern);
    return pattern;
  };
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }));
  vi.resetModules();
  await import(join(ROOT, file));
  vi.unstubAllGlobals();
  return recorded;
}

const files = globSync('{protocol,media,server}/src/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', '**/testing/**', '**/seed/**'],
});
const found = files.map(findRegularExpressions);

test('Q8 no regular expression is built after its file has loaded', () => {
  expect(found.filter(({ file, made }) => made > 0 && !(file in BUILT_LATER))).toEqual([]);
});

test('Q8 the attacks detect a slow pattern', () => {
  for (const pattern of [/\s+$/, /^\S+@\S+$/, /^(\w+\s?)*$/, /^(a|a)*b/, /,.*,.*x$/])
    expect(measureSlowest(pattern, LENGTHS.slice(0, -1), 10)).toBeGreaterThan(10);
});

for (const { file, literals } of found) {
  for (const pattern of literals) {
    test(`Q8 ${pattern} of ${file} takes linear time`, () => {
      const lengths = file.startsWith('protocol/src/formatting/') ? MESSAGE_LENGTHS : LENGTHS;
      expect(measureSlowest(pattern, lengths)).toBeLessThan(MAX_MS);
    });
  }
}

for (const { file, loaded } of found.filter(({ loaded }) => loaded > 0)) {
  test(`Q8 the patterns that ${file} builds take linear time`, async () => {
    const patterns = await recordLoaded(file);
    expect(patterns.length).toBeGreaterThanOrEqual(loaded);
    for (const pattern of patterns)
      expect([pattern.source, measureSlowest(pattern, LENGTHS) < MAX_MS]).toEqual([pattern.source, true]);
  });
}
