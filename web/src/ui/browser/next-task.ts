const waiting: (() => void)[] = [];

/** One for all: a new channel for each task costs more than the task. */
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Resolves in a new task, after waiting input. In a hidden tab, a timer would take a second. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve);
    port2.postMessage(undefined);
  });
}
