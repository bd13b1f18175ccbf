import type { ServerState } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { TestMail } from '../mail/test-mail.tsx';
import { WorkspaceRetention } from '../settings/workspace-retention.tsx';
import styles from '../settings/workspace-settings.module.css';
import { WorkspaceSettings } from '../settings/workspace-settings.tsx';
import type { Column } from '../table/column.ts';
import { TablePage } from '../table/table-page.tsx';
import { Notes } from './notes.tsx';
import { useServerState } from './use-server-state.ts';

type Setting = ServerState['settings'][number];

const getSettings = ({ settings }: ServerState) => settings;

export function SettingsPage() {
  const { pages, state } = useServerState(getSettings);
  const mail = state?.settings.find(({ name }) => name === 'mail');
  const texts = lazyStrings.admin;
  const columns: Column<Setting>[] = [
    { name: texts.setting, kind: 'title', render: ({ name }) => texts.settingNames[name] ?? name },
    { name: texts.value, render: ({ value }) => value || texts.notSet },
  ];
  return (
    <>
      <WorkspaceSettings />
      <WorkspaceRetention />
      {mail && <TestMail isOn={mail.value === 'on'} />}
      <Notes>
        <h2 className={styles.heading}>{texts.environment}</h2>
        <p>{texts.settingsHint}</p>
      </Notes>
      <TablePage
        name={texts.settings}
        columns={columns}
        pages={pages}
        getKey={({ name }) => name}
        none={texts.notLoaded}
      />
    </>
  );
}
