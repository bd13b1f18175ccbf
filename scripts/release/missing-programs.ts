import { run } from '../run.mjs';

/** Why a test that needs root and these programs cannot run. */
export async function findMissing(programs: readonly string[]): Promise<string | undefined> {
  const missing: string[] = [];
  for (const program of programs) {
    const { code } = await run('sh', ['-c', `command -v ${program}`], { quiet: true });
    if (code !== 0) missing.push(program);
  }
  if (missing.length > 0) return `there is no ${missing.join(', ')}`;
  return process.getuid?.() === 0 ? undefined : 'it needs root';
}
