import { useState } from 'react';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';

/** Runs one command of a row at a time. Resolves to whether it succeeded. */
export function useEmojiCommand(onChange: () => void) {
  const [isBusy, setBusy] = useState(false);

  async function run(command: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true);
    try {
      await command();
      showSuccess(done);
      onChange();
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, run };
}
