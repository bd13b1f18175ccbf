import { type Stats, statSync } from 'node:fs';

/** What only root may do to a process. */
export type Identity = Required<Pick<NodeJS.Process, 'getuid' | 'setgroups' | 'setgid' | 'setuid'>>;

/**
 * If root started this process, it goes on as the owner of the data folder. Otherwise files of root would be left there, which the owner
 * cannot use.
 */
export function becomeDataOwner(
  folder: string | undefined,
  identity: Partial<Identity> = process,
): { uid: number; gid: number } | undefined {
  const { getuid, setgroups, setgid, setuid } = identity;
  if (!folder || !getuid || !setgroups || !setgid || !setuid || getuid() !== 0) return undefined;
  const owner = readStatus(folder);
  if (!owner || owner.uid === 0) return undefined;
  const { uid, gid } = owner;
  // The user last, because only root may change the groups.
  setgroups([gid]);
  setgid(gid);
  setuid(uid);
  return { uid, gid };
}

/** Each command names the folder that it cannot use. */
function readStatus(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
