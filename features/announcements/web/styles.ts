import type { AnnouncementType } from '#features/announcements/contract/limits.ts';

/** Border, tint when pinned, and badge of each type (part 1 §9: green outline, red, blue, yellow). */
export const styles = {
  general: { border: 'border-s-ok', tint: 'bg-ok-wash', badge: 'border-ok/60 text-ok' },
  urgent: { border: 'border-s-danger', tint: 'bg-danger-wash', badge: 'border-transparent bg-danger text-on-danger' },
  feature: {
    border: 'border-s-secondary',
    tint: 'bg-secondary-wash',
    badge: 'border-transparent bg-secondary text-ink',
  },
  maintenance: {
    border: 'border-s-accent',
    tint: 'bg-accent-wash',
    badge: 'border-accent-text/45 bg-accent-wash text-accent-text',
  },
} as const satisfies Record<AnnouncementType, { border: string; tint: string; badge: string }>;
