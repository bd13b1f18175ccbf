import { readdirSync, readFileSync } from 'node:fs';

export function processTree(root: number): number[] {
  const children = Map.groupBy(
    readdirSync('/proc').filter(name => /^\d+$/.test(name)),
    pid => readParentPid(pid),
  );
  const collect = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap(child => collect(Number(child))),
  ];
  return collect(root);
}

export function hasArgument(pid: number, argument: string): boolean {
  // Forked processes have one string with spaces as their command line.
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/).includes(argument);
}

// `pid (name) state parent ...`; the name may contain any character.
function readParentPid(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
