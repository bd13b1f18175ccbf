import {
  AUDIENCES,
  DEFAULT_LOOK,
  MAX_WORKSPACE_NAME_LENGTH,
  type Setting,
  SIGN_UP_POLICIES,
} from '@snug/protocol';
import { Globe, Lock, type LucideIcon, Mail, Shield } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';
import styles from './workspace-settings.module.css';

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  sign_up: SIGN_UP_POLICIES,
  open_rooms: AUDIENCES,
  bots: AUDIENCES,
  guests: AUDIENCES,
};

const ICONS: Readonly<Record<string, LucideIcon>> = {
  open: Globe,
  invite: Mail,
  closed: Lock,
  everyone: Globe,
  admins: Shield,
};

/** Some values have words of their own for a setting. */
function toValueLabel(name: string, value: string): string {
  const { settingValues } = lazyStrings.admin;
  return settingValues[`${name} ${value}`] ?? settingValues[value] ?? value;
}

interface SettingFieldProps {
  setting: Setting;
  value: string;
  /** A chosen logo, until it is saved. */
  picture: File | undefined;
  problem: string | undefined;
  onChange: (value: string) => void;
  onChoosePicture: (picture: File) => void;
}

/** Nothing for a setting of another page or of a later release. */
export function SettingField({
  setting,
  value,
  picture,
  problem,
  onChange,
  onChoosePicture,
}: SettingFieldProps) {
  const { name } = setting;
  const label = lazyStrings.admin.workspaceSettings[name];
  // The page "Emoji" has its own.
  if (label === undefined || name === 'emoji') return null;
  if (setting.fixedBy !== undefined) return <FixedSetting setting={setting} label={label} />;
  if (name === 'logo')
    return (
      <LogoField
        {...{ value, picture, label, problem }}
        onChoose={onChoosePicture}
        onReset={() => onChange(DEFAULT_LOOK)}
      />
    );
  if (name === 'accent_colour') return <AccentField {...{ setting, value, label, problem, onChange }} />;
  const choices = CHOICES[name];
  if (!choices)
    return (
      <TextField
        label={label}
        name={name}
        value={value}
        maxLength={MAX_WORKSPACE_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
        problem={problem}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  const options = choices.map(choice => ({
    value: choice,
    label: toValueLabel(name, choice),
    icon: ICONS[choice] ?? Globe,
  }));
  return (
    <div>
      <SegmentedControl
        label={label}
        name={name}
        options={options}
        value={value}
        onChoose={onChange}
        isStackable
      />
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function FixedSetting({
  setting: { name, value, fixedBy = '' },
  label,
}: {
  setting: Setting;
  label: string;
}) {
  const { fixedBy: describe } = lazyStrings.admin;
  const shown = CHOICES[name] ? toValueLabel(name, value) : value;
  return <TextField label={label} name={name} value={shown} hint={describe(fixedBy)} readOnly dir="auto" />;
}
