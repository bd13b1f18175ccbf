import type { Canonical } from './canonicals.ts';

const MAX_VALUE_LENGTH = 80;

/** Which fields of two lines differ, with their values. */
export function describeDifference(a: Canonical, b: Canonical): string {
  const names = new Set([...Object.keys(a.fields), ...Object.keys(b.fields)]);
  const differences = [...names].flatMap(name => {
    const [left, right] = [present(a.fields[name]), present(b.fields[name])];
    return left === right ? [] : `${name}: ${cut(left)} | ${cut(right)}`;
  });
  return `${summarize(a)}: ${differences.join(', ')}`;
}

export function summarize({ key, at }: Canonical): string {
  return at === '' || at === key ? key : `${at} ${key}`;
}

function present(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** On one line, also for a text with a line break: JSON escapes those. */
function cut(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}...` : text;
}
