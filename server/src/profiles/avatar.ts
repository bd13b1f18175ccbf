import { CommandError, type Person } from '@snug/protocol';
import { accessSelf, accessUpload } from '../access.ts';
import type { Mutation } from '../db/mutation.ts';
import type { DeletedFile } from '../files/file-store.ts';
import { releaseFile } from '../files/files.ts';
import { changeProfile } from './profiles.ts';

interface NewAvatar {
  /** The upload that it was made of. */
  fileId: string;
  /** Where the picture is in the storage. */
  key: string;
}

interface ChangedAvatar {
  person: Person;
  upload: DeletedFile;
  /** The key of the picture before, whose bytes nobody needs any more. */
  replaced?: string;
}

/** Shows a picture that is stored. Of two at once the later one stays, and replaces the other. Throws as `accessUpload`. */
export const setAvatar: Mutation<NewAvatar, ChangedAvatar> = {
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

/** Where a person's pictures are in the storage. */
export function getAvatarFolder(uid: string): string {
  return `avatars/${uid}`;
}

/** Where a picture is in the storage; the same as its address. `mark` is random, so nobody can guess it. */
export function getAvatarKey(uid: string, token: string): string {
  return `${getAvatarFolder(uid)}/${token}.png`;
}

/** Whether a picture is here, and not at a provider. */
function isLocalAvatar(address: string): boolean {
  return address.startsWith('/avatars/');
}
