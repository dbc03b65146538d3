/** What the values of the sections are called. */
const labels: Readonly<Record<string, string>> = {
  displayName: 'Display name',
  bio: 'Bio',
  description: 'Description',
  chatName: 'Chat-server name',
  showsChatStatus: 'Chat-server status card',
  showsActivity: 'Show activity',
  showsMutualServers: 'Chat-server card for members only',
  showsConnections: 'Show connections',
  links: 'Links',
  theme: 'Colors',
  glow: 'Name glow',
  font: 'Font',
  profileOpacity: 'Profile opacity',
  profileBlur: 'Blur',
  backgroundOpacity: 'Background opacity',
  cursorEffect: 'Cursor effect',
  backgroundEffect: 'Background effect',
  audioVisualizer: 'Audio visualiser',
  badgeText: 'Badge text',
  nameEffect: 'Name effect',
  decorationIds: 'Decorations',
};

/** The label of a section's value. */
export const labelOf = (key: string): string => labels[key] ?? key;

const isText = (value: unknown): value is string => typeof value === 'string';

/** A value of a section in words; a list has a line for each. */
export function valueText(value: unknown): string {
  if (value === null || value === '') return 'Nothing';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (isText(value) || typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None';
    if (value.every(isText)) return `${value.length} chosen`;
    return value.map((link: { title: string; url: string }) => `${link.title}: ${link.url}`).join('\n');
  }
  return Object.entries(value as Readonly<Record<string, unknown>>)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${partLabels[name] ?? name}: ${valueText(part)}`)
    .join(', ');
}

const partLabels: Readonly<Record<string, string>> = {
  primary: 'primary',
  secondary: 'secondary',
  background: 'background',
  accent: 'accent',
  text: 'text',
  isOn: 'on',
  color: 'color',
  intensity: 'intensity',
};

/** Why a paid part cannot be chosen. @param what in the plural: "Name glow colours" */
export const lockedReason = (what: string): string => `${what} come with the Ultimate Package or any tier.`;
