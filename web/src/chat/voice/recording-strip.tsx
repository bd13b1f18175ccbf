import { Mic, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { formatDuration } from '../files/audio/format-duration.ts';
import { Waveform } from '../files/audio/waveform.tsx';
import type { LazyRecorder } from './lazy-recorder.ts';
import type { RecorderState } from './recorder.ts';
import styles from './recording-strip.module.css';

export function RecordingStrip({ recorder }: { recorder: LazyRecorder }) {
  const state = useStore(recorder.state);
  if (state.status === 'idle') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div role="group" aria-label={lazyStrings.recording.title} className={styles.strip}>
      <Mic size={18} aria-hidden />
      {state.status === 'starting' && <output>{lazyStrings.recording.starting}</output>}
      {state.status === 'sending' && <output>{lazyStrings.recording.sending}</output>}
      {state.status === 'recording' && <Running recorder={recorder} {...state} />}
      {state.status === 'kept' && <UnsentRecording recorder={recorder} {...state} />}
    </div>
  );
}

type PropsOf<Status> = { recorder: LazyRecorder } & Extract<RecorderState, { status: Status }>;

function Running({ recorder, elapsed, levels }: PropsOf<'recording'>) {
  return (
    <>
      <span role="timer" className={styles.elapsed}>
        {formatDuration(elapsed)}
      </span>
      <span className={styles.levels} style={{ '--played': 1 } as CSSProperties}>
        <Waveform peaks={levels} />
      </span>
      <IconButton
        label={lazyStrings.recording.discardRecording}
        icon={Trash2}
        tooltip="none"
        title={lazyStrings.recording.discardRecording}
        onClick={() => void recorder.run('discard')}
      />
    </>
  );
}

function UnsentRecording({ recorder, recording, hasFailed }: PropsOf<'kept'>) {
  return (
    <>
      <span className={styles.words}>
        {lazyStrings.recording.kept(formatDuration(recording.details.duration))}
        {hasFailed && <span className={styles.notSent}> {lazyStrings.recording.notSent}</span>}
      </span>
      <Button variant="plain" onClick={() => void recorder.run('retry')}>
        {hasFailed ? lazyStrings.recording.tryAgain : lazyStrings.recording.send}
      </Button>
      <Button variant="plain" onClick={() => void recorder.run('discard')}>
        {lazyStrings.recording.discard}
      </Button>
    </>
  );
}
