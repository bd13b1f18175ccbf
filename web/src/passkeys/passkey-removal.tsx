import type { Passkey } from '@snug/protocol';
import { toPasswordProblem } from '../account/current-password.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { postAccount } from '../sign-in/post-account.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showSuccess } from '../ui/feedback/toast.ts';
import { isolateBidi } from '../ui/text/bidi.ts';
import { type ConfirmationValues, PasskeyConfirmation } from './passkey-confirmation.tsx';

const { passkeys: texts } = lazyStrings;

interface PasskeyRemovalProps {
  passkey: Passkey;
  hasPassword: boolean;
  onDone: () => void;
  onBack: () => void;
}

export function PasskeyRemoval({ passkey, hasPassword, onDone, onBack }: PasskeyRemovalProps) {
  async function remove({ password }: ConfirmationValues) {
    try {
      await postAccount('account/passkeys/remove', { id: passkey.id, ...(hasPassword && { password }) });
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      // It was removed in another window.
      if (error.code !== 'not_found') {
        const text = error.code === 'forbidden' ? lazyStrings.password.wrong : error.message;
        return toPasswordProblem(text, hasPassword);
      }
    }
    showSuccess(texts.removed);
    onDone();
    return undefined;
  }

  return (
    <PasskeyConfirmation
      words={texts.removal(isolateBidi(passkey.name))}
      button={{ text: texts.remove, variant: 'danger' }}
      hasPassword={hasPassword}
      hasCode={false}
      onSubmit={remove}
      onBack={onBack}
    />
  );
}
