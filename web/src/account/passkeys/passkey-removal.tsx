import type { Passkey } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { ProofForm, type ProofValues } from '../proof-form.tsx';
import { removePasskey } from './remove-passkey.ts';

const { passkeys: texts } = lazyStrings;

interface PasskeyRemovalProps {
  passkey: Passkey;
  hasPassword: boolean;
  onDone: () => void;
  onBack: () => void;
}

export function PasskeyRemoval({ passkey, hasPassword, onDone, onBack }: PasskeyRemovalProps) {
  async function remove({ password }: ProofValues) {
    const problems = await removePasskey(passkey.id, hasPassword ? password : undefined);
    if (!problems) onDone();
    return problems;
  }

  return (
    <ProofForm
      words={texts.removal(isolateBidi(passkey.name))}
      button={{ text: texts.remove, variant: 'danger' }}
      hasPassword={hasPassword}
      hasCode={false}
      onSubmit={remove}
      onBack={onBack}
    />
  );
}
