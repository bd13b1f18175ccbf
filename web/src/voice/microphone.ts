import type { Microphone, MicrophoneHandlers } from './active-recording.ts';
import workletUrl from './microphone.worklet.ts?worker&url';

/** A phone call holds the audio thread: then the last twelfth of a second is not worth waiting for. */
const FLUSH_TIMEOUT_MS = 1000;

/** Starts listening. Rejects with a `DOMException` where the browser or the person does not let us. */
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
  // Absent on a page that came over plain http from another machine.
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
