import { CommandError, type Person } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { accessUpload } from '../../files/access.ts';
import type { DeletedFile } from '../../files/file-store.ts';
import { releaseFile } from '../../files/files.ts';
import { accessSelf } from './access.ts';
import { changeProfile } from './profiles.ts';

interface NewAvatar {
  fileId: string;
  key: string;
}

interface ChangedAvatar {
  person: Person;
  upload: DeletedFile;
  /** The key of the previous picture, whose bytes can be removed. */
  replaced?: string;
}

/** Sets a stored picture. Of two concurrent calls, the later one replaces the other's picture. Throws as `accessUpload`. */
export const setAvatar: Mutation<NewAvatar, ChangedAvatar> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { fileId, key }) {
    const { avatar: before } = await accessSelf(db, call.uid);
    await accessUpload(db, call.uid, fileId);
    const upload = await releaseFile(db, fileId, 'unsent');
    if (!upload) throw new CommandError('not_found');
    const { output, publications } = await changeProfile(db, call, { avatar: `/${key}` });
    const replaced = before && isLocalAvatar(before) ? before.slice(1) : undefined;
    return { output: { ...output, upload, ...(replaced && { replaced }) }, publications };
  },
};

export function getAvatarFolder(uid: string): string {
  return `avatars/${uid}`;
}

/** The storage key of a picture, which is also its path. `token` is random, so that nobody can guess it. */
export function getAvatarKey(uid: string, token: string): string {
  return `${getAvatarFolder(uid)}/${token}.png`;
}

export function isAvatarKey(key: string): boolean {
  return key.startsWith('avatars/');
}

/** False for a picture at a provider. */
export function isLocalAvatar(address: string): boolean {
  return address.startsWith('/avatars/');
}
