import { Mic, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useStore } from '../chat/use-store.ts';
import { formatDuration } from '../files/audio/format-duration.ts';
import { Waveform } from '../files/audio/waveform.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import type { Recorder, RecorderState } from './recorder.ts';
import styles from './recording-strip.module.css';

export function RecordingStrip({ recorder }: { recorder: Recorder }) {
  const state = useStore(recorder.state);
  if (state.status === 'idle') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div role="group" aria-label={lazyStrings.recordingStrip.recording} className={styles.strip}>
      <Mic size={18} aria-hidden />
      {state.status === 'starting' && <output>{lazyStrings.recordingStrip.starting}</output>}
      {state.status === 'sending' && <output>{lazyStrings.recordingStrip.sending}</output>}
      {state.status === 'recording' && <Running recorder={recorder} {...state} />}
      {state.status === 'kept' && <UnsentRecording recorder={recorder} {...state} />}
    </div>
  );
}

type PropsOf<Status> = { recorder: Recorder } & Extract<RecorderState, { status: Status }>;

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
        label={lazyStrings.recordingStrip.discardRecording}
        icon={Trash2}
        tooltip="none"
        title={lazyStrings.recordingStrip.discardRecording}
        onClick={() => void recorder.discard()}
      />
    </>
  );
}

function UnsentRecording({ recorder, recording, hasFailed }: PropsOf<'kept'>) {
  return (
    <>
      <span className={styles.words}>
        {lazyStrings.recordingStrip.kept(formatDuration(recording.details.duration))}
        {hasFailed && <span className={styles.notSent}> {lazyStrings.recordingStrip.notSent}</span>}
      </span>
      <Button variant="plain" onClick={() => void recorder.retry()}>
        {hasFailed ? lazyStrings.recordingStrip.tryAgain : lazyStrings.recordingStrip.send}
      </Button>
      <Button variant="plain" onClick={() => void recorder.discard()}>
        {lazyStrings.recordingStrip.discard}
      </Button>
    </>
  );
}
