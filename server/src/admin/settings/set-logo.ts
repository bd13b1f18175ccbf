import { CommandError, type CommandInput, type CommandOutput } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { accessUpload } from '../../files/access.ts';
import type { DeletedFile } from '../../files/file-store.ts';
import { releaseFile } from '../../files/files.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { storeLogo } from '../../workspace/settings/logo.ts';
import { readSettingRows } from '../../workspace/settings/setting-store.ts';
import {
  assertVersion,
  type FixedSettings,
  SETTINGS_LOCK,
  toValue,
} from '../../workspace/settings/settings.ts';
import { announce, changeSetting, presentChange } from './set-setting.ts';

type NewLogo = CommandInput<'set_logo'> & {
  /** Random, so that browsers load the new pictures. */
  token: string;
  /** In base64, by name. */
  pictures: Readonly<Record<string, string>>;
  fixed: FixedSettings;
};

/** The pictures are in the database, so that they change together with the setting, and every server and backup has them. */
export const setLogo: Mutation<NewLogo, CommandOutput<'set_logo'> & { upload: DeletedFile }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [SETTINGS_LOCK, `person:${uid}`],

  async run(db, call, { fileId, version, token, pictures, fixed }) {
    await accessWorkspace(db, call);
    await accessUpload(db, call.uid, fileId);
    const row = (await readSettingRows(db, ['logo'])).get('logo');
    assertVersion(row?.version ?? 0, version);
    const upload = await releaseFile(db, fileId, 'unsent');
    if (!upload) throw new CommandError('not_found');
    await storeLogo(db, token, pictures);
    await changeSetting(db, call, { name: 'logo', version, before: toValue('logo', row), value: token });
    const publications = await announce(db, fixed, 'logo');
    const { output } = await presentChange(db, 'logo', fixed, publications);
    return { output: { ...output, upload }, publications };
  },
};
