/** Hz; the second note begins while the first one fades. */
const NOTES = [659.25, 880];
const GAP_S = 0.09;
const DURATION_S = 0.4;
const GAIN = 0.06;

let context: AudioContext | undefined;

/** Plays two soft notes. Silent if the browser blocks audio before the first interaction with the page. */
export async function playChime(): Promise<void> {
  try {
    context ??= new AudioContext();
    // `resume` waits for the first interaction, possibly forever; by then the message is old.
    await Promise.race([context.resume(), new Promise(resolve => setTimeout(resolve, 200))]);
    if (context.state !== 'running') return;
    for (const [index, frequency] of NOTES.entries()) playNote(context, frequency, index * GAP_S);
  } catch {
    // No audio output.
  }
}

function playNote(context: AudioContext, frequency: number, after: number): void {
  const start = context.currentTime + after;
  const [tone, volume] = [new OscillatorNode(context, { frequency }), new GainNode(context, { gain: 0 })];
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(GAIN, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + DURATION_S);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + DURATION_S);
}
