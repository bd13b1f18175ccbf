/** Of Discord's messages, by number; DiscordChatExporter writes a name or the number. */
const NAMES: Readonly<Record<string, string>> = {
  0: 'Default',
  1: 'RecipientAdd',
  2: 'RecipientRemove',
  3: 'Call',
  4: 'ChannelNameChange',
  5: 'ChannelIconChange',
  6: 'ChannelPinnedMessage',
  7: 'GuildMemberJoin',
  8: 'GuildBoost',
  9: 'GuildBoostTier1',
  10: 'GuildBoostTier2',
  11: 'GuildBoostTier3',
  12: 'ChannelFollowAdd',
  14: 'GuildDiscoveryDisqualified',
  15: 'GuildDiscoveryRequalified',
  16: 'GuildDiscoveryWarning',
  17: 'GuildDiscoveryLastWarning',
  18: 'ThreadCreated',
  19: 'Reply',
  20: 'ChatInputCommand',
  21: 'ThreadStarterMessage',
  22: 'GuildInviteReminder',
  23: 'ContextMenuCommand',
  24: 'AutoModerationAction',
  25: 'RoleSubscriptionPurchase',
  26: 'InteractionPremiumUpsell',
  27: 'StageStart',
  28: 'StageEnd',
  29: 'StageSpeaker',
  31: 'StageTopic',
  32: 'GuildApplicationPremiumSubscription',
  36: 'GuildIncidentAlertModeEnabled',
  37: 'GuildIncidentAlertModeDisabled',
  38: 'GuildIncidentReportRaid',
  39: 'GuildIncidentReportFalseAlarm',
  44: 'PurchaseNotification',
  46: 'PollResult',
};
const MESSAGES = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  'Call',
  'PollResult',
]);
const NOTICES = new Set(Object.values(NAMES).filter(name => !MESSAGES.has(name)));

/** `notice`: what Discord wrote itself, such as a join. `unknown`: it is a message if it has a content. */
export function readKind(type: string): { name: string; kind: 'message' | 'notice' | 'unknown' } {
  const name = NAMES[type] ?? type;
  if (MESSAGES.has(name)) return { name, kind: 'message' };
  return NOTICES.has(name) ? { name, kind: 'notice' } : { name: 'other', kind: 'unknown' };
}
