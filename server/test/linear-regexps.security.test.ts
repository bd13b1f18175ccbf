import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
/** Begins small, because a pattern of exponential time cannot be stopped. */
const LENGTHS = [22, 24, 26, 28, 30, 300, 1_000, 10_000, 100_000];
const upTo = (max: number) => LENGTHS.filter(length => length <= max);
/** For the longest text, a pattern of quadratic time takes far longer, one of linear time a fraction. */
const LONG_TEXT: Bounds = { lengths: upTo(10_000), maxMs: 20 };
const ANY_TEXT: Bounds = IS_WIDE ? { lengths: LENGTHS, maxMs: 1_000 } : LONG_TEXT;
/** The parser of message texts gets no longer ones, also on the server, so even quadratic time is short. */
const MESSAGE_TEXT: Bounds = IS_WIDE
  ? { lengths: upTo(MAX_TEXT_LENGTH), maxMs: 1_000 }
  : { lengths: upTo(1_000), maxMs: LONG_TEXT.maxMs };
/** Patterns that files build for each use, from parts that cannot repeat. */
const BUILT_LATER: Readonly<Record<string, string>> = {
  'protocol/src/formatting/code.ts': 'a number of spaces',
  'protocol/src/formatting/readable-host.ts': 'a set of letters',
  'server/src/moving/readers/discord/discord-text.ts': 'a choice of escaped names',
};
/** Before a time counts, because V8 compiles a pattern while it matches. */
const TRIES = 3;

interface Bounds {
  lengths: readonly number[];
  /** Of processor time, for one text. */
  maxMs: number;
}

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

/** The longest processor time in ms, or the first that exceeds `maxMs`. Other programs do not count. */
function measureSlowest(tried: RegExp, { lengths, maxMs }: Bounds): number {
  // A copy: files of later tests search from the `lastIndex` that a match leaves.
  const pattern = new RegExp(tried);
  let slowest = 0;
  for (const attack of lengths.flatMap(length => createAttacks(pattern, length))) {
    let took = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && took > maxMs; tries++)
      took = Math.min(took, measure(pattern, attack));
    slowest = Math.max(slowest, took);
    if (slowest > maxMs) return slowest;
  }
  return slowest;
}

/** In ms. */
function measure(pattern: RegExp, attack: string): number {
  const began = process.threadCpuUsage();
  pattern.lastIndex = 0;
  pattern.test(attack);
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

/** Many files have, or load, the same patterns. */
const known = new Map<string, boolean>();

function isFast(pattern: RegExp, bounds: Bounds): boolean {
  const key = `${pattern} ${bounds.lengths.length}`;
  const isKnownFast = known.get(key) ?? measureSlowest(pattern, bounds) < bounds.maxMs;
  known.set(key, isKnownFast);
  return isKnownFast;
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
    expect([pattern.source, isFast(pattern, LONG_TEXT)]).toEqual([pattern.source, false]);
});

for (const { file, literals } of found) {
  for (const pattern of literals) {
    test(`Q8 ${pattern} of ${file} takes linear time`, () => {
      const bounds = file.startsWith('protocol/src/formatting/') ? MESSAGE_TEXT : ANY_TEXT;
      expect(isFast(pattern, bounds)).toBe(true);
    });
  }
}

for (const { file, loaded } of found.filter(({ loaded }) => loaded > 0)) {
  test(`Q8 the patterns that ${file} builds take linear time`, async () => {
    const patterns = await recordLoaded(file);
    expect(patterns.length).toBeGreaterThanOrEqual(loaded);
    for (const pattern of patterns)
      expect([pattern.source, isFast(pattern, ANY_TEXT)]).toEqual([pattern.source, true]);
  });
}
