import { useEffect } from 'react';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { navigate, usePath } from '../../ui/browser/location.ts';
import { showError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { pendingShare, type Shared } from './pending-share.ts';
import styles from './share-strip.module.css';

/** Shows while shared content waits for a room: the next room that opens receives it. */
export function ShareStrip() {
  const path = usePath();
  const shared = useStore(pendingShare);
  useEffect(() => {
    if (path === '/share') void receiveShare().finally(() => navigate('/', { replace: true }));
  }, [path]);
  if (!shared) return null;
  return (
    <output className={styles.strip}>
      <span className={styles.words}>
        <SharedSummary shared={shared} />
      </span>
      <Button variant="plain" onClick={() => pendingShare.set(undefined)}>
        {lazyStrings.controls.cancel}
      </Button>
    </output>
  );
}

async function receiveShare(): Promise<void> {
  try {
    await (await import('./receive-share.ts')).receiveShare();
  } catch {
    showError(strings.shell.loadFailed);
  }
}

function SharedSummary({ shared: { files, text } }: { shared: Shared }) {
  const [file] = files;
  if (files.length > 1) return lazyStrings.sharing.files(files.length);
  return <Sentence of={lazyStrings.sharing.one} with={<Name of={file?.name ?? text} />} />;
}
