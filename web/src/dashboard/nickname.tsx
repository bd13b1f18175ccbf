import { MAX_NAME_LENGTH } from '@snug/protocol';
import { useChat, useMe } from '../chat/chat-context.ts';
import { InlineEditor } from '../ui/inline-editor.tsx';
import { showRefusal, showSuccess } from '../ui/toast.ts';

/** The name that everyone sees, to be read and changed. */
export function Nickname() {
  const chat = useChat();
  const me = useMe();

  async function save(name: string): Promise<boolean> {
    try {
      await chat.setNickname(name);
      showSuccess('Nickname has been updated');
      return true;
    } catch (error) {
      showRefusal(error);
      return false;
    }
  }

  return (
    <InlineEditor
      label="Nickname"
      noun="nickname"
      value={me.name}
      maxLength={MAX_NAME_LENGTH}
      placeholder="Write your name"
      onSave={save}
    />
  );
}
