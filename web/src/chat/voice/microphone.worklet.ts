// Runs on the audio thread; TypeScript's DOM library does not describe its scope.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples: a twelfth of a second. */
const BLOCK_LENGTH = 4096;

class SampleCollector extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK_LENGTH);
  #length = 0;
  #isActive = true;

  constructor() {
    super();
    // Any message means stop: post the remaining samples, then end.
    this.port.addEventListener('message', () => {
      this.#flush();
      this.#isActive = false;
      this.port.postMessage('end');
    });
    this.port.start();
  }

  process([channels = []]: Float32Array[][]): boolean {
    const frames = channels[0]?.length ?? 0;
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0;
      for (const channel of channels) sum += channel[frame] ?? 0;
      this.#block[this.#length++] = sum / channels.length;
      if (this.#length === BLOCK_LENGTH) this.#flush();
    }
    return this.#isActive;
  }

  #flush(): void {
    if (this.#length > 0 && this.#isActive) this.port.postMessage(this.#block.slice(0, this.#length));
    this.#length = 0;
  }
}

registerProcessor('listener', SampleCollector);
