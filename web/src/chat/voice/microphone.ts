import type { Microphone, MicrophoneHandlers } from './active-recording.ts';
import workletUrl from './microphone.worklet.ts?worker&url';

/** During a phone call the audio thread may be suspended. At most the last block of samples (1/12 s) is lost. */
const FLUSH_TIMEOUT_MS = 1000;

/** Rejects with a `DOMException` if the browser or the person denies access. */
export async function openMicrophone({ onSamples, onLost }: MicrophoneHandlers): Promise<Microphone> {
  const stream = await requestStream();
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    await context.audioWorklet.addModule(workletUrl);
    await context.resume();
    const collector = new AudioWorkletNode(context, 'listener', { numberOfOutputs: 0 });
    const ended = Promise.withResolvers<void>();
    collector.port.addEventListener('message', ({ data }: MessageEvent<Float32Array | 'end'>) => {
      if (data === 'end') ended.resolve();
      else onSamples(data);
    });
    collector.port.start();
    stream.getAudioTracks()[0]?.addEventListener('ended', onLost);
    const source = context.createMediaStreamSource(stream);
    source.connect(collector);
    return createMicrophone(context, collector, ended.promise, stopTracks);
  } catch (error) {
    stopTracks();
    await context?.close();
    throw error;
  }
}

function requestStream(): Promise<MediaStream> {
  // Undefined on a page that was loaded over plain http from another machine.
  if (!navigator.mediaDevices) throw new DOMException('Not a secure context', 'SecurityError');
  return navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
}

function createMicrophone(
  context: AudioContext,
  collector: AudioWorkletNode,
  ended: Promise<void>,
  stopTracks: () => void,
): Microphone {
  return {
    sampleRate: context.sampleRate,
    async stop() {
      stopTracks();
      collector.port.postMessage('stop');
      await Promise.race([ended, delay(FLUSH_TIMEOUT_MS)]);
      await context.close();
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
