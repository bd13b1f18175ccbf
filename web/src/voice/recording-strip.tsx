import { Mic, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useStore } from '../chat/use-store.ts';
import { formatDuration } from '../files/audio/format-duration.ts';
import { Waveform } from '../files/audio/waveform.tsx';
import { words } from '../strings/strings.ts';
import { Button } from '../ui/form/button.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import type { Recorder, RecorderState } from './recorder.ts';
import styles from './recording-strip.module.css';

/** Above where one writes: what is being recorded, for how long and how loud, and the way out. */
export function RecordingStrip({ recorder }: { recorder: Recorder }) {
  const state = useStore(recorder.state);
  if (state.status === 'idle') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div role="group" aria-label={words.voice.recording} className={styles.strip}>
      <Mic size={18} aria-hidden />
      {state.status === 'starting' && <output>{words.voice.starting}</output>}
      {state.status === 'sending' && <output>{words.voice.sending}</output>}
      {state.status === 'recording' && <Running recorder={recorder} {...state} />}
      {state.status === 'kept' && <Kept recorder={recorder} {...state} />}
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
        label={words.voice.discardRecording}
        icon={Trash2}
        tip="none"
        title={words.voice.discardRecording}
        onClick={() => void recorder.discard()}
      />
    </>
  );
}

function Kept({ recorder, recording, hasFailed }: PropsOf<'kept'>) {
  return (
    <>
      <span className={styles.words}>
        {words.voice.kept(formatDuration(recording.details.duration))}
        {hasFailed && <span className={styles.notSent}> {words.voice.notSent}</span>}
      </span>
      <Button look="plain" onClick={() => void recorder.retry()}>
        {hasFailed ? words.voice.tryAgain : words.voice.send}
      </Button>
      <Button look="plain" onClick={() => void recorder.discard()}>
        {words.voice.discard}
      </Button>
    </>
  );
}
