import { execFileSync } from 'node:child_process';

/** A click of the mouse, also on what belongs to the browser and not to the page. */
export function clickScreen(
  xdotool: string,
  env: NodeJS.ProcessEnv,
  { x, y }: { x: number; y: number },
): void {
  execFileSync(xdotool, ['mousemove', '--sync', String(Math.round(x)), String(Math.round(y)), 'click', '1'], {
    env,
  });
}
