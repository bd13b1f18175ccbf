import { expect, test } from 'vitest';
import { Workspace } from './workspace.ts';

function createSettings(version: number, name: string) {
  return { version, name, openRooms: 'everyone', bots: 'everyone' } as const;
}

test('A27 the settings with the highest version count, in every order, until the history changes', () => {
  const workspace = new Workspace();
  workspace.put(createSettings(2, 'Quay'));
  workspace.put(createSettings(1, 'Harbour'));
  expect(workspace.settings.get()?.name).toBe('Quay');
  workspace.put(createSettings(3, 'Pier'));
  expect(workspace.settings.get()?.name).toBe('Pier');
  workspace.clear();
  workspace.put(createSettings(0, 'Snug'));
  expect(workspace.settings.get()?.name).toBe('Snug');
});
