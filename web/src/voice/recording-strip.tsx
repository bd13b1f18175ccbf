import { Mic, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useStore } from '../chat/use-store.ts';
import { formatDuration } from '../files/audio/format-duration.ts';
import { Waveform } from '../files/audio/waveform.tsx';
import { strings } from '../strings/strings.ts';
import { Button } from '../ui/form/button.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import type { Recorder, RecorderState } from './recorder.ts';
import styles from './recording-strip.module.css';

export function RecordingStrip({ recorder }: { recorder: Recorder }) {
  const state = useStore(recorder.state);
  if (state.status === 'idle') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div role="group" aria-label={strings.voice.recording} className={styles.strip}>
      <Mic size={18} aria-hidden />
      {state.status === 'starting' && <output>{strings.voice.starting}</output>}
      {state.status === 'sending' && <output>{strings.voice.sending}</output>}
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
        label={strings.voice.discardRecording}
        icon={Trash2}
        tooltip="none"
        title={strings.voice.discardRecording}
        onClick={() => void recorder.discard()}
      />
    </>
  );
}

function UnsentRecording({ recorder, recording, hasFailed }: PropsOf<'kept'>) {
  return (
    <>
      <span className={styles.words}>
        {strings.voice.kept(formatDuration(recording.details.duration))}
        {hasFailed && <span className={styles.notSent}> {strings.voice.notSent}</span>}
      </span>
      <Button variant="plain" onClick={() => void recorder.retry()}>
        {hasFailed ? strings.voice.tryAgain : strings.voice.send}
      </Button>
      <Button variant="plain" onClick={() => void recorder.discard()}>
        {strings.voice.discard}
      </Button>
    </>
  );
}
