import { RetentionSetting } from '../../chat/rooms/retention/retention-setting.tsx';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import styles from './workspace-settings.module.css';

/** Saved at once, apart from the other settings: it is announced before it holds. */
export function WorkspaceRetention() {
  const settings = useStore(useChat().workspace.settings);
  const texts = lazyStrings.retention;
  if (!settings) return null;
  return (
    <section className={styles.form} aria-label={texts.heading}>
      <RetentionSetting label={texts.keepAtMost} known={settings.retention} hint={texts.everywhere} />
    </section>
  );
}
