import { MAX_NAME_LENGTH } from '@snug/protocol';
import { useChat, useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { InlineEditor } from '../../ui/form/inline-editor.tsx';

export function Nickname() {
  const chat = useChat();
  const me = useMe();

  async function save(name: string): Promise<boolean> {
    try {
      await chat.setNickname(name);
      showSuccess(lazyStrings.dashboard.nicknameUpdated);
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    }
  }

  return (
    <InlineEditor
      strings={lazyStrings.dashboard.nickname}
      value={me.name}
      maxLength={MAX_NAME_LENGTH}
      onSave={save}
    />
  );
}
