import type { PasskeyOptions } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import type { Problems } from '../../ui/form/form.tsx';
import { toPasswordProblem } from '../current-password.ts';
import { ProofForm, type ProofValues } from '../proof-form.tsx';
import { needsOtherProof } from '../proof-problem.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { requestFromAccount } from '../sign-in/post-account.ts';
import type { AccountDetails } from '../use-account.ts';
import { createPasskey } from './create-passkey.ts';
import { PasskeyPrompt } from './passkey-prompt.tsx';

interface NewPasskeyProps {
  account: AccountDetails;
  onDone: () => void;
  onBack: () => void;
}

/** `options`: what the server accepts for five minutes. `problem`: why the browser created no passkey. */
interface Prompt {
  options: object;
  isOpen: boolean;
  problem?: string;
}

/** First the proof that it is the person of the account, then the prompt of the browser. */
export function NewPasskey({ account, onDone, onBack }: NewPasskeyProps) {
  const [prompt, setPrompt] = useState<Prompt>();
  const { hasPassword, twoStep } = account;

  async function begin({ password, code }: ProofValues) {
    const body = { ...(hasPassword && { password }), ...(twoStep && { code }) };
    try {
      const { options } = await requestFromAccount<PasskeyOptions>('account/passkeys/begin', body);
      void create(options);
      return undefined;
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return needsOtherProof(error) ? {} : toProblems(error, hasPassword);
    }
  }

  async function create(options: object): Promise<void> {
    setPrompt({ options, isOpen: true });
    try {
      const created = await createPasskey(options);
      if (typeof created === 'string') return setPrompt({ options, isOpen: false, problem: created });
      showSuccess(lazyStrings.passkeys.added);
      onDone();
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      showError(error.message);
      setPrompt(undefined);
    }
  }

  if (prompt) return <PasskeyPrompt {...prompt} onTryAgain={() => void create(prompt.options)} />;
  return (
    <ProofForm
      words={lazyStrings.passkeys.explanation}
      button={{ text: lazyStrings.passkeys.continue, variant: 'main' }}
      hasPassword={hasPassword}
      hasCode={twoStep !== undefined}
      onSubmit={begin}
      onBack={account.passkeys === 0 ? undefined : onBack}
    />
  );
}

function toProblems({ code, message }: AccountError, hasPassword: boolean): Problems<keyof ProofValues> {
  if (code === 'forbidden') return toPasswordProblem(lazyStrings.password.wrong, hasPassword);
  if (code === 'invalid_input') return { code: lazyStrings.twoStep.wrong };
  showError(message);
  return {};
}
