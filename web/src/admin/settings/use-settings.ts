import { CommandError, type Setting, type SettingName } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { uploadFile } from '../../chat/files/upload/upload-file.ts';
import { useChat } from '../../state/chat-context.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';

type Drafts = Readonly<Record<string, string>>;

/** The stored settings, with unsaved values over them. `stale`: the one that another admin changed during an edit. */
export function useSettings() {
  const { connection } = useChat();
  const [settings, setSettings] = useStoredSettings();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [stale, setStale] = useState<string>();
  const [picture, setPicture] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const changed = (settings ?? []).filter(
    ({ name, value }) =>
      (name === 'logo' && picture !== undefined) ||
      (drafts[name] !== undefined && drafts[name].trim() !== value),
  );

  /** Stops at the first one that the server rejects, and keeps its draft. */
  async function save(): Promise<boolean> {
    setBusy(true);
    setStale(undefined);
    try {
      for (const setting of changed) await saveOne(setting);
      return true;
    } catch (error) {
      if (!isStale(error)) showCommandError(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function saveOne({ name, value, version }: Setting): Promise<void> {
    try {
      const isPicture = name === 'logo' && picture !== undefined;
      const input = { name: name as SettingName, value: drafts[name] ?? value, version };
      const { setting } = isPicture
        ? await connection.command('set_logo', { fileId: await uploadPicture(picture), version })
        : await connection.command('set_setting', input);
      if (isPicture) setPicture(undefined);
      setSettings(now => now?.map(other => (other.name === name ? setting : other)));
      setDrafts(now => ({ ...now, [name]: setting.value }));
    } catch (error) {
      if (isStale(error)) {
        setStale(name);
        setSettings((await connection.command('list_settings', {})).settings);
      }
      throw error;
    }
  }

  return {
    settings,
    stale,
    isBusy,
    isChanged: changed.length > 0,
    getValue: ({ name, value }: Setting) => drafts[name] ?? value,
    setValue: (name: string, value: string) => {
      if (name === 'logo') setPicture(undefined);
      setDrafts(now => ({ ...now, [name]: value }));
    },
    picture,
    choosePicture: setPicture,
    discard: () => {
      setDrafts({});
      setPicture(undefined);
      setStale(undefined);
    },
    save,
  };
}

async function uploadPicture(picture: File): Promise<string> {
  return (await uploadFile(picture, { name: picture.name })).id;
}

function isStale(error: unknown): boolean {
  return error instanceof CommandError && error.code === 'stale';
}

/** Reads them again after a change by another admin, and after a reconnect. */
function useStoredSettings() {
  const { connection, workspace } = useChat();
  const [settings, setSettings] = useState<readonly Setting[]>();
  useEffect(() => {
    const read = () => {
      if (connection.state.get().status !== 'connected') return;
      connection.command('list_settings', {}).then(result => setSettings(result.settings), showCommandError);
    };
    read();
    const ends = [workspace.settings, connection.state].map(store => store.subscribe(read));
    return () => ends.forEach(end => end());
  }, [connection, workspace]);
  return [settings, setSettings] as const;
}
