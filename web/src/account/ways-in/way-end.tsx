import { CommandError } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import type { Problems } from '../../ui/form/form.tsx';
import { disconnectProvider } from '../linking/disconnect-provider.ts';
import { removePasskey } from '../passkeys/remove-passkey.ts';
import { ProofForm, type ProofValues } from '../proof-form.tsx';
import type { Way } from './way.ts';
import { describeWay } from './way-texts.ts';

interface WayEndProps {
  way: Way;
  /** Whether to ask for it. */
  hasPassword: boolean;
  onDone: () => void;
  onBack: () => void;
}

/** Asks whether to end a way into the account, with the proof that this needs. */
export function WayEnd({ way, hasPassword, onDone, onBack }: WayEndProps) {
  const end = useEnd(way);
  const { end: text, result } = describeWay(way);

  async function submit({ password }: ProofValues) {
    const problems = await end(hasPassword ? password : undefined);
    if (!problems) onDone();
    return problems;
  }

  return (
    <ProofForm
      words={result}
      button={{ text, variant: 'danger' }}
      hasPassword={hasPassword}
      hasCode={false}
      onSubmit={submit}
      onBack={onBack}
    />
  );
}

/** Resolves to the problem that its form has to show, if it failed. */
function useEnd(way: Way): (password: string | undefined) => Promise<Problems<'password'> | undefined> {
  const chat = useChat();
  const { connection } = chat;
  const { kind, id } = way;

  async function run(change: Promise<unknown>, success: string): Promise<Problems<'password'> | undefined> {
    try {
      await change;
      showSuccess(success);
      return undefined;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      showCommandError(error);
      return {};
    }
  }

  return async password => {
    if (kind === 'provider') return disconnectProvider(chat, way, password);
    if (kind === 'passkey') return removePasskey(id, password);
    if (kind === 'webhook')
      return run(connection.command('delete_webhook', { id }), lazyStrings.webhooks.deleted);
    return run(connection.command('revoke_token', { id }), lazyStrings.programs.revoked);
  };
}
