import type { MessageFile } from '@snug/protocol';
import { Pause, Play } from 'lucide-react';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { pauseOthers } from '../view/exclusive-playback.ts';
import { DownloadLink, FileCard } from '../view/file-card.tsx';
import { isVoiceMessage } from '../view/file-kind.ts';
import { formatSize } from '../view/format-size.ts';
import styles from './audio-player.module.css';
import { formatDuration } from './format-duration.ts';
import { SeekBar } from './seek-bar.tsx';
import { useAudio } from './use-audio.ts';

/** Voice messages show a waveform, other audio files a line. */
export function AudioPlayer({ file }: { file: MessageFile }) {
  const { audio, state, actions, events } = useAudio(file.duration);
  const tabIndex = useRovingTabIndex();
  const isVoice = isVoiceMessage(file);
  const name = isVoice ? strings.files.voiceMessage : file.name;
  const speed = formatNumber(state.speed);
  if (state.isBroken) return <FileCard file={file} />;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div role="group" aria-label={name} className={styles.player}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings have no captions */}
      <audio
        ref={audio}
        src={file.url}
        // The duration of recordings is known. For other files, the browser must read the metadata.
        preload={file.duration === undefined ? 'metadata' : 'none'}
        onPlay={event => pauseOthers(event.currentTarget)}
        {...events}
      >
        {lazyStrings.audio.unsupported}
      </audio>
      <button
        type="button"
        className={styles.play}
        tabIndex={tabIndex}
        aria-label={state.isPlaying ? lazyStrings.audio.pause : lazyStrings.audio.play}
        onClick={actions.togglePlay}
      >
        {state.isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </button>
      {!isVoice && (
        <div className={styles.title}>
          <span className={styles.name} dir="auto" title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{formatSize(file.size)}</span>
        </div>
      )}
      {/* Playback runs from left to right in every language. */}
      <div className={styles.middle} dir="ltr">
        <SeekBar peaks={file.peaks} elapsed={state.elapsed} total={state.total} onSeek={actions.seek} />
        <span className={styles.times}>
          <span>{formatDuration(state.elapsed)}</span>
          <span>{state.total === undefined ? '–:––' : formatDuration(state.total)}</span>
        </span>
      </div>
      <button
        type="button"
        className={styles.speed}
        tabIndex={tabIndex}
        aria-label={lazyStrings.audio.speed(speed)}
        onClick={actions.changeSpeed}
      >
        {lazyStrings.audio.shortSpeed(speed)}
      </button>
      {!isVoice && <DownloadLink file={file} />}
    </div>
  );
}
