import { CommandError, type Person } from '@snug/protocol';
import { accessSelf, accessUpload } from '../access.ts';
import type { Mutation } from '../db/mutation.ts';
import type { DeletedFile } from '../files/file-store.ts';
import { releaseFile } from '../files/files.ts';
import { changeProfile } from './profiles.ts';

interface NewAvatar {
  /** The upload that it was made of. */
  fileId: string;
  /** Of the person, with the picture. */
  version: number;
  /** Where the picture is in the storage. */
  key: string;
}

/**
 * Shows the picture that is stored for the caller's next version. Another version is the next one where the
 * person changed meanwhile: then nothing is done, and the answer is empty. Throws as `accessUpload`.
 */
export const setAvatar: Mutation<NewAvatar, { person?: Person; upload?: DeletedFile }> = {
  locks: ({ uid }) => [`person:${uid}`],

  async run(db, call, { fileId, version, key }) {
    const known = await accessSelf(db, call.uid);
    if (known.version + 1 !== version) return { output: {}, publications: [] };
    await accessUpload(db, call.uid, fileId);
    const upload = await releaseFile(db, fileId, 'unsent');
    if (!upload) throw new CommandError('not_found');
    const { output, publications } = await changeProfile(db, call, { avatar: `/${key}` });
    return { output: { ...output, upload }, publications };
  },
};

/**
 * Where a picture is in the storage; the same as its address. `mark` is random: who knows a person and their earlier
 * pictures cannot name a later one.
 */
export function avatarKey(uid: string, version: number, mark: string): string {
  return `avatars/${uid}/${version}-${mark}.png`;
}
