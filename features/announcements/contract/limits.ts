/** Marks of an announcement: the colour of its border, and the style of its badge (part 1 §9). */
export const announcementTypes = [
  { key: 'general', label: 'General' },
  { key: 'urgent', label: 'Urgent' },
  { key: 'feature', label: 'Feature' },
  { key: 'maintenance', label: 'Maintenance' },
] as const;

export type AnnouncementType = (typeof announcementTypes)[number]['key'];

export const announcements = {
  titleMax: 120,
  contentMax: 20_000,
  priorityMin: 1,
  priorityMax: 5,
  /** 'High Priority' above it. */
  highAbove: 3,
  perPage: 20,
} as const;
