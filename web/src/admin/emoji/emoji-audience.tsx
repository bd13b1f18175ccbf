import { AUDIENCES, type Audience } from '@snug/protocol';
import { Globe, Shield } from 'lucide-react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import styles from './emoji-page.module.css';

const ICONS = { everyone: Globe, admins: Shield };

/** Saved at once. The event of the change shows it. */
export function EmojiAudience() {
  const { connection, workspace } = useChat();
  const value = useStore(workspace.settings)?.emoji;
  const { saved, settingValues } = lazyStrings.admin;
  if (value === undefined) return null;

  async function choose(audience: Audience): Promise<void> {
    try {
      const { settings } = await connection.command('list_settings', {});
      const version = settings.find(({ name }) => name === 'emoji')?.version ?? 0;
      await connection.command('set_setting', { name: 'emoji', value: audience, version });
      showSuccess(saved);
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <div className={styles.audience}>
      <p className={styles.label} aria-hidden>
        {lazyStrings.adminEmoji.whoCanAdd}
      </p>
      <SegmentedControl
        label={lazyStrings.adminEmoji.whoCanAdd}
        name="emoji"
        options={AUDIENCES.map(audience => ({
          value: audience,
          label: settingValues[audience] ?? audience,
          icon: ICONS[audience],
        }))}
        value={value}
        onChoose={audience => void choose(audience)}
        isLabelHidden
      />
    </div>
  );
}
