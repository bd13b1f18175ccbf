import type { Launch } from './browser.ts';

/** The content of a Firefox profile's `user.js`. */
export function firefoxPreferences({ touch = false, dark = false, pushAddress }: Launch): string {
  const preferences: Record<string, string | number | boolean> = {
    // A fake microphone with a tone, without a permission prompt.
    'media.navigator.streams.fake': true,
    'media.navigator.permission.disabled': true,
    'media.autoplay.default': 0,
    'dom.w3c_touch_events.enabled': touch ? 1 : 0,
    // 1: touch; 6: a mouse, which can hover.
    'ui.primaryPointerCapabilities': touch ? 1 : 6,
    'ui.allPointerCapabilities': touch ? 1 : 6,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    // No other window takes the focus.
    'browser.aboutwelcome.enabled': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
    'termsofuse.bypassNotification': true,
    'trailhead.firstrun.didSeeAboutWelcome': true,
    // No requests except to the server under test.
    'app.normandy.enabled': false,
    'app.update.enabled': false,
    'browser.safebrowsing.update.enabled': false,
    'browser.search.update': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    'toolkit.telemetry.server': 'data:,',
    ...(pushAddress !== undefined && {
      // The remote protocol switches it off.
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': pushAddress,
      'dom.push.testing.allowInsecureServerURL': true,
      // The prompt accepts a click at once.
      'security.notification_enable_delay': 0,
    }),
  };
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}
