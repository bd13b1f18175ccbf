import type { Setting } from '@snug/protocol';
import { type FormEvent, useId, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { LoadingText } from '../../ui/feedback/loading.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { SettingField } from './setting-field.tsx';
import { useSettings } from './use-settings.ts';
import styles from './workspace-settings.module.css';

/** What admins change while Snug runs. Changes are drafts until they are saved together. */
export function WorkspaceSettings() {
  const id = useId();
  const texts = lazyStrings.admin;
  const form = useSettings();
  const { settings, stale, isBusy, isChanged } = form;
  const [isEmpty, setEmpty] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !isChanged) return;
    const name = settings?.find(setting => setting.name === 'workspace_name');
    if (name && form.getValue(name).trim() === '') return setEmpty(true);
    if (await form.save()) showSuccess(texts.saved);
  }

  function getProblem({ name }: Setting): string | undefined {
    if (isEmpty && name === 'workspace_name') return texts.nameRequired;
    return stale === name ? texts.staleSetting : undefined;
  }

  return (
    <form className={styles.form} aria-labelledby={id} noValidate onSubmit={event => void save(event)}>
      <h2 id={id} className={styles.heading}>
        {texts.workspace}
      </h2>
      {!settings && <LoadingText />}
      {settings?.map(setting => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={form.getValue(setting)}
          picture={form.picture}
          problem={getProblem(setting)}
          onChange={value => {
            setEmpty(false);
            form.setValue(setting.name, value);
          }}
          onChoosePicture={form.choosePicture}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" variant="main" isBusy={isBusy} aria-disabled={!isChanged}>
          {texts.save}
        </Button>
        {isChanged && !isBusy && <Button onClick={form.discard}>{texts.discard}</Button>}
      </div>
    </form>
  );
}
