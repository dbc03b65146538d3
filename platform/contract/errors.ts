/**
 * The closed list of refusals. Every error that an endpoint can answer is listed here once: its HTTP status and, where
 * the specification names one, the toast that a person sees. A code without a title takes the title of the endpoint's
 * own failure (`failures.ts`), one without a text its text.
 *
 * Words that the browser says before it asks the server stand in `shown-errors.ts`: this list would bring all the
 * others to every page.
 */

import { customization } from '#people/profiles/contract/appearance-limits.ts';
import { forum } from '#features/forum/contract/limits.ts';
import { moderation } from '#content/moderation/contract/limits.ts';
import { fileErrors } from './file-errors.ts';
import { type ErrorKind, shownErrors } from './shown-errors.ts';

export const errors = {
  // Shape and transport
  invalid: { status: 400, text: 'Please check the marked fields and try again.' },
  bad_json: { status: 400, text: 'The request was not valid JSON.' },
  bad_request: { status: 400, text: 'This is not a valid HTTP request.' },
  request_timeout: { status: 408, text: 'The request did not come to its end in time. Please send it again.' },
  headers_too_large: { status: 431, text: 'The address or the headers of this request are too long.' },
  too_large: { status: 413, text: 'That is larger than this place accepts.' },
  unsupported_media_type: { status: 415, text: 'Send the request as JSON.' },
  foreign_origin: { status: 403, text: 'This request came from another site and was refused.' },
  wrong_host: { status: 421, text: 'This site is at {url}. Please use that address.' },
  rate_limited: shownErrors.rate_limited,
  not_found: { status: 404, text: 'There is nothing at this address.' },
  section_off: { status: 404, title: 'Switched off', text: 'This part of the site is switched off.' },
  internal: { status: 500 },
  unavailable: {
    status: 503,
    text: 'The site cannot be used at the moment. Please try again in a moment.',
  },
  maintenance: { status: 503, title: 'Maintenance', text: 'The site is under maintenance. Please try again later.' },

  // Who may
  sign_in_required: shownErrors.sign_in_required,
  /** Of what changes how a member signs in: the session ended on another page. */
  session_missing: { status: 401, text: 'Auth session missing!' },
  verification_required: shownErrors.verification_required,
  two_factor_setup_required: shownErrors.two_factor_setup_required,
  suspended: shownErrors.suspended,
  silenced: shownErrors.silenced,
  terms_acceptance_required: shownErrors.terms_acceptance_required,
  forbidden: { status: 403, title: 'Access Denied', text: 'You do not have permission to do that.' },
  download_off: {
    status: 403,
    title: 'Not for download',
    text: 'The artist does not offer this for download. It can be heard on its page.',
  },
  adults_only: { status: 403, title: '18+', text: 'This is for adults. Confirm your age in settings to see it.' },

  // Accounts
  invalid_credentials: {
    status: 401,
    text: 'Invalid email or password, or the address is not verified yet: look for our mail.',
  },
  weak_password: {
    status: 400,
    text: 'This password is too easy to guess. Use three or four words that do not belong together, or a password manager.',
  },
  username_taken: { status: 409, text: 'That username is taken. Please choose another.' },
  username_looks_alike: {
    status: 409,
    text: 'That username looks like another one. Please choose one that cannot be mistaken.',
  },
  username_changed_often: {
    status: 429,
    text: `A username can be changed ${customization.usernameChanges} times in 30 days. Please try again later.`,
  },
  name_refused: {
    status: 400,
    text: 'That name could be taken for staff or for the site itself. Please choose another.',
  },
  name_unreadable: {
    status: 400,
    text: 'That name cannot be shown: please use one line of letters, digits and marks that can be seen.',
  },
  link_expired: { status: 410, text: 'This link has expired or was already used. Please request a new one.' },
  code_wrong: { status: 401, text: 'That code is not right or has expired.' },
  two_factor_required: { status: 401, text: 'Please enter the code of your authenticator app.' },
  two_factor_already_on: { status: 409, text: 'Two-factor sign-in is already on.' },
  two_factor_off: { status: 409, text: 'Two-factor sign-in is not on.' },
  password_required: { status: 403, text: 'Please enter your current password to confirm.' },
  last_admin: { status: 409, text: 'You are the only admin. Make somebody else admin first.' },
  provider_off: { status: 404, text: 'This way to sign in is not set up on this site.' },
  always_told: {
    status: 409,
    text: 'Decisions of staff about you always arrive here. Only their mails can be switched off.',
  },
  push_service_unknown: {
    status: 400,
    text: 'This site does not send to the push service of your browser. Its operator can allow it.',
  },
  link_unknown: { status: 410, text: 'This link is not one of ours. You can change your mails in settings.' },
  sign_up_closed: { status: 403, title: 'Sign up is closed', text: 'This site takes no new members at the moment.' },
  invitation_required: shownErrors.invitation_required,
  invitation_used: { status: 409, text: 'Somebody has signed up with this invitation already.' },
  invitations_many: {
    status: 409,
    text: 'There are very many open invitations. Revoke some that are not needed any more.',
  },
  already_verified: {
    status: 409,
    title: 'Already verified',
    text: 'This link has done its work: the address is verified. You can sign in.',
  },
  setup_closed: { status: 410, text: 'This site already has an owner.' },
  setup_address_taken: {
    status: 409,
    text: 'A verified account has this address. Choose another one, or make that account admin by the command line.',
  },

  // Spam protection
  rate_limit: {
    status: 429,
    title: 'Action Blocked',
    text: 'You are posting too frequently. Please wait before posting again. Try again in {wait}.',
  },
  spam_blocked: {
    status: 403,
    title: 'Action Blocked',
    text: 'Your action was blocked due to spam protection.',
  },
  word_banned: { status: 409, title: 'Already banned', text: 'This word is on the list. Change its entry instead.' },
  banned_words: { status: 403, title: 'Action Blocked', text: 'Your content contains prohibited words.' },
  duplicate_post: {
    status: 409,
    title: 'Duplicate content detected',
    text: "You've already posted this content in the past hour",
  },
  duplicate_upload: {
    status: 409,
    title: 'Duplicate content detected',
    text: "You've already uploaded this content in the past hour",
  },

  // Friends
  own_report: { status: 409, title: 'Your own work', text: 'This is yours. Edit or delete it yourself.' },
  own_profile: { status: 400, text: 'That is you.' },
  request_not_found: { status: 404, text: 'This friend request does not exist any more.' },
  friend_not_found: { status: 404, text: 'You are not friends any more.' },
  following_many: { status: 409, text: 'You follow very many members. Follow some of them no more first.' },
  member_blocked: { status: 409, text: 'You have blocked this member. Unblock them first.' },

  // Forum
  nothing_to_upload: shownErrors.nothing_to_upload,
  author_profile_missing: { status: 404, title: 'Profile Error', text: 'Unable to find your profile' },
  profile_not_found: { status: 404, title: 'Error', text: 'Profile not found' },
  post_not_found: { status: 404, title: 'Error', text: 'Post not found' },
  reply_not_found: { status: 404, title: 'Error', text: 'This reply does not exist any more.' },
  category_unknown: {
    status: 400,
    title: 'Error',
    text: 'That category does not exist any more. Please choose another.',
  },
  edit_conflict: {
    status: 409,
    title: 'Edited meanwhile',
    text: 'Somebody else changed this since you opened it. Your text is kept here; compare it with the newest version and save again.',
  },
  pin_not_allowed: {
    status: 403,
    title: 'Locked',
    text: 'Pinning your own post comes with the Ultimate Package or any tier.',
  },
  too_complex: {
    status: 400,
    text: 'The formatting of this text is too much for its length: very many links or marks, deep nesting, a huge table, or one long address used again and again. Please simplify it.',
  },
  post_locked: shownErrors.post_locked,
  not_locked: { status: 409, title: 'Not locked', text: 'This post is not locked any more. You can read all of it.' },
  nothing_to_lock: {
    status: 400,
    title: 'Nothing to lock',
    text: `The title and the first ${forum.previewChars} characters stay visible. Write more than that, or post without a lock.`,
  },
  pictures_sold: {
    status: 409,
    title: 'Bought already',
    text: 'Somebody has bought this post with its files. They stay; you can add others.',
  },
  own_post: { status: 409, title: 'Your own post', text: 'You cannot tip or unlock what you wrote yourself.' },
  author_gone: shownErrors.author_gone,
  credits_short: shownErrors.credits_short,

  // Files
  not_a_picture: {
    status: 409,
    title: 'Not a picture',
    text: 'Only pictures are described. This file is something else.',
  },
  not_a_video: { status: 409, title: 'Not a video', text: 'Captions belong to a video. This file is something else.' },
  captions_too_early: {
    status: 409,
    title: 'Post the video first',
    text: 'Captions are added to a video that is posted. Post it, then add them where you edit the post.',
  },
  captions_refused: {
    status: 400,
    title: 'Captions not readable',
    text: '{reason} Save the captions as WebVTT (.vtt) and upload them again.',
  },
  too_many_captions: {
    status: 409,
    title: 'Too many languages',
    text: 'A video takes captions in at most {max} languages. Remove one of them first.',
  },

  // Profiles
  settings_changed: {
    status: 409,
    title: 'Changed elsewhere',
    text: 'These settings were changed on another device. Reload them, then save again.',
  },
  private_information: {
    status: 400,
    title: 'Private information',
    text: 'This seems to hold private information ({found}). Everybody can read it: please take it out.',
  },
  entitlement_required: {
    status: 403,
    title: 'Locked',
    text: 'This comes with the Ultimate Package or any tier.',
  },
  badge_text_refused: {
    status: 400,
    text: 'A badge cannot say that its member is staff. Please choose another text.',
  },
  decoration_not_found: { status: 404, text: 'This decoration is not there any more. Please choose another.' },

  // Copyright complaints
  complaint_subject_unknown: {
    status: 404,
    title: 'Not found',
    text: 'Nothing that everybody can see is at this address. Please copy the address of the page from your browser.',
  },
  complaint_signature: {
    status: 400,
    title: 'Signature',
    text: 'Please sign with the same name as above.',
  },
  complaint_link_unknown: {
    status: 410,
    title: 'Link not valid',
    text: 'This link is not valid any more. Please send your complaint again.',
  },
  complaint_closed: {
    status: 409,
    title: 'Complaint closed',
    text: 'This complaint is in another state now. Load the page again to see it.',
  },
  complaint_clock: {
    status: 409,
    title: 'Too early',
    text: 'After a counter-notice this can come back from {from} on. Choose another reason if the claimant has withdrawn.',
  },
  counter_notice_late: {
    status: 410,
    title: 'Too late',
    text: 'The time for a counter-notice ended on {until}. Answer by mail to the address that the complaint came from, or ask staff.',
  },

  // Feed
  secret_link_unknown: shownErrors.secret_link_unknown,
  links_many: {
    status: 409,
    text: 'There are very many secret links. Revoke some that are not needed any more.',
  },
  visibility_waits: {
    status: 409,
    text: 'This waits for a review, or was removed. Who sees it can be changed once it is published.',
  },
  upload_not_found: { status: 404, title: 'Error', text: 'Upload not found' },
  track_not_found: { status: 404, title: 'Error', text: 'This track does not exist any more.' },
  comment_not_found: { status: 404, title: 'Error', text: 'This comment does not exist any more.' },
  poll_closed: { status: 409, title: 'Poll closed', text: 'This poll is closed. Its results stay here.' },
  poll_voted: { status: 409, title: 'Already voted', text: 'You have voted in this poll. A vote cannot be changed.' },
  play_too_soon: { status: 409, title: 'Too soon', text: 'This was not heard for long enough to count as a play.' },

  // Files
  ...fileErrors,

  // Parties
  party_not_found: { status: 404, title: 'Error', text: 'Party not found' },
  message_not_found: { status: 404, title: 'Error', text: 'This message does not exist any more.' },
  party_ended: {
    status: 409,
    title: 'Party ended',
    text: 'This party has ended. What was said and played stays here.',
  },
  party_not_open: { status: 409, title: 'Not open yet', text: 'The room opens 15 minutes before the party begins.' },
  party_full: { status: 409, title: 'Room full', text: 'This room is full. Try again when somebody has left.' },
  party_removed: { status: 403, title: 'Removed', text: 'The host has removed you from this party.' },
  dj_mode_off: { status: 409, title: 'No turns', text: 'The host has not opened the stage to DJs.' },
  not_joined: { status: 403, title: 'Not joined', text: 'Join the party first.' },
  chat_off: { status: 409, title: 'Chat is off', text: 'The host has turned the chat off.' },
  slow_mode: { status: 429, title: 'Slow mode', text: 'Please wait {seconds} seconds before your next message.' },
  too_many_parties: {
    status: 409,
    title: 'Too many parties',
    text: 'You host three parties already. End one before you open another.',
  },
  queue_empty: { status: 409, title: 'Nothing to play', text: 'The queue is empty. Add a track first.' },
  queue_full: { status: 409, title: 'Queue full', text: 'There is no room in the queue for another track of yours.' },
  already_queued: { status: 409, title: 'Already in the queue', text: 'This track waits in the queue already.' },
  track_not_shareable: {
    status: 409,
    title: 'Not for this room',
    text: 'Only tracks that everybody in the room may hear can be played.',
  },
  set_not_playable: {
    status: 409,
    title: 'Nothing to add',
    text: 'No track of this set can be added to this queue. Choose another set, or single tracks.',
  },

  // Announcements
  announcements_denied: {
    status: 403,
    title: 'Access Denied',
    text: 'Only administrators can create announcements',
  },
  announcement_not_found: { status: 404, text: 'This announcement is not there any more.' },
  missing_information: { status: 400, title: 'Missing Information', text: 'Please fill in all required fields' },
  publish_passed: { status: 400, text: 'This time has passed already. Choose a later one, or publish it at once.' },
  announcement_published: {
    status: 409,
    title: 'Published already',
    text: 'Only an announcement that nobody has seen can wait for a time. Publish or hide it instead.',
  },
  expiry_passed: { status: 400, text: 'This time has passed already. Choose a later one, or leave it empty.' },

  // Gallery
  image_not_found: { status: 404, title: 'Error', text: 'This image does not exist any more.' },
  like_sign_in: shownErrors.like_sign_in,
  upload_cooldown: {
    status: 429,
    title: 'Cooldown Active',
    text: 'Please wait {minutes} minutes before uploading again.',
  },
  content_blocked: {
    status: 403,
    title: 'Content Blocked',
    text: 'Your content was flagged by our spam filter',
  },
  image_not_ready: {
    status: 409,
    title: 'Not ready',
    text: 'This image cannot be shown yet: it is still being processed, or it is damaged.',
  },
  not_approved: { status: 409, title: 'Not approved', text: 'Only an approved image can be featured.' },

  // Sharing
  song_not_found: { status: 404, title: 'Error', text: 'This song does not exist any more.' },
  drumkit_not_found: { status: 404, title: 'Error', text: 'This drumkit does not exist any more.' },
  editing_pack_not_found: { status: 404, title: 'Error', text: 'This editing pack does not exist any more.' },
  leak_not_found: { status: 404, title: 'Error', text: 'This leak does not exist any more.' },
  set_not_found: { status: 404, title: 'Error', text: 'This set does not exist any more.' },
  already_in_set: { status: 409, text: 'That is in the set already.' },
  set_full: { status: 409, text: 'A set holds 500 entries. Take something out first, or begin another one.' },
  release_too_far: { status: 400, text: 'A release lies at most a year ahead.' },
  self_promotion_post_not_found: { status: 404, title: 'Error', text: 'This post does not exist any more.' },
  sharing_sign_in: shownErrors.sharing_sign_in,
  track_like_sign_in: shownErrors.track_like_sign_in,
  item_like_sign_in: shownErrors.item_like_sign_in,
  required_fields: { status: 400, title: 'Error', text: 'Please fill in all required fields' },
  song_incomplete: { status: 400, title: 'Error', text: 'Please fill in title and URL' },
  song_address_unknown: {
    status: 400,
    title: 'Error',
    text: 'Please provide a valid SoundCloud, Spotify, YouTube, or Bandcamp URL',
  },
  address_not_usable: {
    status: 400,
    title: 'Error',
    text: 'Please provide a whole address that begins with https:// or http:// and has no password in it.',
  },
  rights_required: {
    status: 400,
    title: 'Rights',
    text: 'Please confirm that you may share this here. Work of others needs their permission.',
  },
  price_without_archive: {
    status: 400,
    title: 'Nothing to sell',
    text: 'A price needs an archive on this site. Add one, or leave the price empty.',
  },
  not_bought: {
    status: 402,
    title: 'Not bought yet',
    text: 'This costs {needed}. Buy it on its page; it then stays yours to hear and download.',
  },
  own_item: { status: 409, title: 'Your own work', text: 'You cannot buy what you have shared yourself.' },
  not_for_sale: { status: 409, title: 'Not for sale', text: 'This costs nothing any more. You can download it.' },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    text: 'It costs {needed} now. Please look at it again before you buy.',
  },
  too_many_versions: {
    status: 409,
    title: 'Too many versions',
    text: 'This has {max} versions already. Please share it as a new one.',
  },
  archive_not_ready: {
    status: 409,
    title: 'Not listed yet',
    text: 'This archive is being read, or could not be. Please look at its page in a moment.',
  },
  not_a_sound: {
    status: 415,
    title: 'Not a sound',
    text: 'The content of this file is not the sound that its name says, or it is damaged. Nothing was played.',
  },
  sound_too_large: {
    status: 413,
    title: 'Too large to play here',
    text: 'This sound is compressed and too large to play out of the archive. Please download it.',
  },
  sound_not_ready: {
    status: 503,
    title: 'Not ready yet',
    text: 'This sound could not be prepared at the moment. Please try again in a moment.',
  },
  sound_not_playable: {
    status: 415,
    title: 'Cannot be played here',
    text: 'This sound is in a format that cannot be played here. Please download it.',
  },
  selection_too_large: {
    status: 413,
    title: 'Too much at once',
    text: 'A selection takes at most {max} files and 2 GB. Please choose fewer, or download the whole archive.',
  },
  post_cooldown: { status: 429, title: 'Cooldown Active', text: 'Please wait {minutes} minutes before posting again.' },

  // Spotify showcase
  artist_address: {
    status: 400,
    text: 'That is not the address of an artist. Copy it from the artist’s page: open.spotify.com/artist/…',
  },

  // Payments
  checkout_failed: { status: 503 },
  provider_failed: { status: 503 },
  already_owned: { status: 409, title: 'Already Owned', text: 'You already own this upgrade!' },
  upgrade_opened: {
    status: 409,
    title: 'Already Open',
    text: 'You already have everything that this upgrade opens.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Insufficient Credits',
    text: 'You need {price} credits but only have {balance}',
  },
  credits_resting: {
    status: 402,
    title: 'Credits at rest',
    text: 'Credits that other members paid you rest before you can spend them. Your statement shows which, and until when.',
  },
  not_for_credits: { status: 409, text: 'This upgrade is sold for money alone.' },
  nothing_to_manage: { status: 409, text: 'You have bought nothing yet that could be managed.' },
  bad_event: { status: 400, text: 'This is no event of the payment provider, or it is too old.' },
  content_not_found: { status: 404, title: 'Error', text: 'This does not exist any more.' },
  own_content_tip: { status: 409, title: 'Your own work', text: 'You cannot tip yourself.' },
  // Search
  search_too_long: {
    status: 400,
    title: 'Search',
    text: 'This search is too long. Please use at most 200 characters.',
  },
  search_too_slow: {
    status: 503,
    title: 'Search',
    text: 'This search takes too long. Please use other words, or fewer of them.',
  },

  // Staff
  already_decided: {
    status: 409,
    title: 'Already decided',
    text: '{name} has decided this already.',
  },
  decision_outdated: {
    status: 409,
    title: 'Changed meanwhile',
    text: 'This has changed since you read it. Read it as it is now, then decide again.',
  },
  not_reversible: {
    status: 409,
    title: 'Cannot be taken back',
    text: 'This decision cannot be taken back any more: its content is gone for good or was decided about again since.',
  },
  with_admins: { status: 403, title: 'With admins', text: 'This was handed to admins. They decide it.' },
  job_gone: {
    status: 409,
    title: 'Not there any more',
    text: 'This job runs again, or somebody has given it up. The list shows what there is now.',
  },
  appealed_already: { status: 409, title: 'Appealed already', text: 'A decision can be appealed once.' },
  appeal_late: {
    status: 409,
    title: 'Too late',
    text: `A decision can be appealed within ${moderation.appealDays} days.`,
  },
  appeals_many: {
    status: 429,
    title: 'Many appeals',
    text: `${moderation.openAppealsMax} of your appeals wait already. Please wait until staff have decided about one.`,
  },
  appeal_other_decider: {
    status: 403,
    title: 'Not yours to decide',
    text: 'You made the decision. Somebody else of the staff decides about the appeal.',
  },
  own_content: {
    status: 403,
    title: 'Access Denied',
    text: 'Nobody decides about their own content. Please ask another member of staff to review it.',
  },
  complaint_stands: {
    status: 409,
    title: 'Hidden by a complaint',
    text: 'An accepted copyright complaint hides this. It comes back with the complaint: by a counter-notice, or when the claimant withdraws it.',
  },
  role_names_required: { status: 400, title: 'Error', text: 'Role name and display name are required' },
  role_exists: { status: 409, title: 'Error', text: 'There is a role of that name already. Please choose another.' },
  role_reserved: {
    status: 400,
    title: 'Error',
    text: 'That name belongs to staff or to a rank. Please choose another.',
  },
  role_unknown: {
    status: 400,
    title: 'Error',
    text: 'There is no active role of that name. Please choose one of the list.',
  },
  staff_protected: { status: 403, title: 'Access Denied', text: 'Moderators cannot do that to staff.' },
} as const satisfies Record<string, ErrorKind>;

/** The stable code of a refusal, as programs read it. */
export type ErrorCode = keyof typeof errors;

/** A refusal on the wire: `application/problem+json` (RFC 9457) with a stable `code`. */
export interface Problem {
  readonly type: 'about:blank';
  readonly status: number;
  readonly code: ErrorCode;
  readonly title: string;
  readonly detail: string;
  /** Messages by field name, for `invalid`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values that the text was made with, or that a program needs (`retryAfter` in seconds, `minutes`, …). */
  readonly meta?: Readonly<Record<string, string | number | boolean>>;
  readonly requestId?: string;
}
