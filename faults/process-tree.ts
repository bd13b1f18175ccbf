import { readdirSync, readFileSync } from 'node:fs';

/** The process and all that it began, and those began; for Linux. */
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

/** Whether a process has this among its arguments. */
export function hasArgument(pid: number, argument: string): boolean {
  // Those that were forked write their own line, with spaces in it.
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/).includes(argument);
}

// `pid (name) state parent ...`, where the name may have anything in it.
function readParentPid(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
