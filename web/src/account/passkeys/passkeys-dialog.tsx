import type { Passkey } from '@snug/protocol';
import { useCallback, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { AccountDialogProps } from '../account-dialog.tsx';
import { SignInAgain } from '../sign-in-again.tsx';
import { reloadAccount } from '../use-account.ts';
import { hasPasskeys } from './has-passkeys.ts';
import { NewPasskey } from './new-passkey.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasskeyRemoval } from './passkey-removal.tsx';
import { PasskeyRenaming } from './passkey-renaming.tsx';

export function PasskeysDialog(props: AccountDialogProps) {
  const { isOpen, onOpenChange } = props;
  return (
    <Dialog title={lazyStrings.passkeys.label} isOpen={isOpen} onOpenChange={onOpenChange}>
      <PasskeysContent {...props} />
    </Dialog>
  );
}

type View = 'list' | 'new' | { renamed: Passkey } | { removed: Passkey };

function PasskeysContent({ account }: AccountDialogProps) {
  const [passkeys, refresh] = usePasskeys();
  const isFirst = account.passkeys === 0 && account.offersPasskeys && hasPasskeys();
  const [view, setView] = useState<View>(isFirst ? 'new' : 'list');
  const showList = () => setView('list');
  const canConfirm = account.hasPassword || account.isFresh;

  function end(): void {
    refresh();
    reloadAccount();
    showList();
  }

  if (view === 'list')
    return (
      <PasskeyList
        passkeys={passkeys}
        canAdd={account.offersPasskeys && hasPasskeys()}
        onAdd={() => setView('new')}
        onRename={passkey => setView({ renamed: passkey })}
        onRemove={passkey => setView({ removed: passkey })}
      />
    );
  if (view !== 'new' && 'renamed' in view)
    return <PasskeyRenaming passkey={view.renamed} onDone={end} onBack={showList} />;
  if (!canConfirm) return <SignInAgain />;
  if (view === 'new') return <NewPasskey account={account} onDone={end} onBack={showList} />;
  return (
    <PasskeyRemoval passkey={view.removed} hasPassword={account.hasPassword} onDone={end} onBack={showList} />
  );
}

/** Those of this person, the oldest first; undefined while unknown. The second value reads them again. */
function usePasskeys(): [passkeys: readonly Passkey[] | undefined, refresh: () => void] {
  const { connection } = useChat();
  return useLatestRead(
    useCallback(async () => (await connection.command('list_passkeys', {})).passkeys, [connection]),
  );
}
