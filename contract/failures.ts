import type { ContractKey } from './contract.ts';
import type { Toast } from './shown-errors.ts';

type WriteKey = Exclude<ContractKey, `GET ${string}`>;

/** Shown where neither a code nor an endpoint has words of its own. */
export const generalFailure: Toast = { title: 'Error', text: 'Something went wrong. Please try again.' };

/** Shown where a file did not arrive and no answer says why (part 1 §8). */
export const uploadFailure: Toast = { title: 'Upload failed', text: 'Please try again' };

/** As `uploadFailure`, for a banner's image. */
export const bannerUploadFailure: Toast = { title: 'Error', text: 'Failed to upload banner' };

const error = (text: string): Toast => ({ title: 'Error', text });

/**
 * The failure toast of each endpoint that changes something (specification, error catalogues). An error code may
 * override its title or text; a network failure uses it as it stands. `{name}` is the endpoint's parameter of that
 * name. Plain values: the browser imports this at run time.
 */
export const failures: Readonly<Record<WriteKey, Toast> & Partial<Record<ContractKey, Toast>>> = {
  'POST /auth/sign-up': { title: 'Sign up failed', text: 'Please try again.' },
  'POST /auth/sign-in': { title: 'Sign in failed', text: 'Please try again.' },
  'POST /auth/two-factor': { title: 'Sign in failed', text: 'Please try again.' },
  'POST /auth/sign-out': error('Failed to log out'),
  'POST /auth/sign-out-everywhere': error('Failed to log out'),
  'POST /auth/verify': error('Failed to verify the address'),
  'POST /auth/resend-verification': error('Failed to send the link'),
  'POST /auth/email-code': { title: 'Sign in failed', text: 'Please try again.' },
  'POST /auth/email-code/sign-in': { title: 'Sign in failed', text: 'Please try again.' },
  'POST /auth/reset-request': error('Failed to send the reset email'),
  'POST /auth/reset': error('Failed to set the new password'),
  'POST /auth/providers/:provider/start': { title: 'Sign in failed', text: 'Please try again.' },
  'POST /setup': error('Failed to create the owner'),
  'PUT /account/username': error('Failed to update profile'),
  'PUT /account/password': error('Failed to change the password'),
  'POST /account/email': error('Failed to change the email address'),
  'POST /account/two-factor/start': error('Failed to set up two-factor sign-in'),
  'POST /account/two-factor/confirm': error('Failed to set up two-factor sign-in'),
  'POST /account/two-factor/off': error('Failed to turn two-factor sign-in off'),
  'POST /account/two-factor/recovery-codes': error('Failed to make recovery codes'),
  'DELETE /account/sessions/:sessionId': error('Failed to end the session'),
  'PUT /account/adult': error('Failed to save the setting'),
  'POST /account/exports': error('Failed to start the export'),
  'POST /account/deletion': error('Failed to delete the account'),
  'DELETE /account/deletion': error('Failed to keep the account'),
  'POST /friends': error('Failed to send friend request'),
  'POST /friends/:profileId/accept': error('Failed to accept friend request'),
  'POST /friends/:profileId/decline': error('Failed to decline friend request'),
  'POST /friends/:profileId/cancel': error('Failed to cancel friend request'),
  'DELETE /friends/:profileId': error('Failed to remove friend'),
  'PUT /blocks/:profileId': error('Failed to block the member'),
  'DELETE /blocks/:profileId': error('Failed to unblock the member'),
  'POST /forum/preview': error('Failed to render the preview'),
  'POST /forum/posts': uploadFailure,
  'PUT /forum/banner': error('Failed to save banner settings'),
  'PATCH /forum/posts/:postId': error('Failed to save the post'),
  'DELETE /forum/posts/:postId': error('Failed to delete forum post'),
  'POST /forum/posts/:postId/restore': error('Failed to restore the post'),
  'PUT /forum/posts/:postId/pin': error('Failed to pin the post'),
  'PUT /forum/posts/:postId/reaction': error('Failed to save your reaction'),
  'PUT /forum/posts/:postId/bookmark': error('Failed to save the bookmark'),
  'PUT /forum/posts/:postId/watch': error('Failed to change watching'),
  'POST /forum/posts/:postId/tip': error('Failed to send the tip'),
  'POST /forum/posts/:postId/unlock': error('Failed to unlock the post'),
  'PUT /forum/posts/:postId/read': error('Failed to remember your place'),
  'POST /forum/posts/:postId/replies': error('Failed to post reply'),
  'PATCH /forum/replies/:replyId': error('Failed to save the reply'),
  'DELETE /forum/replies/:replyId': error('Failed to delete the reply'),
  'POST /forum/replies/:replyId/restore': error('Failed to restore the reply'),
  'PUT /forum/replies/:replyId/reaction': error('Failed to save your reaction'),
  'POST /staff/forum-categories': error('Failed to save the category'),
  'PATCH /staff/forum-categories/:categoryId': error('Failed to save the category'),
  'POST /uploads': { title: 'Upload failed', text: 'Please try again' },
  'PATCH /uploads/:uploadId': error('Failed to save the upload'),
  'DELETE /uploads/:uploadId': error('Failed to delete the upload'),
  'POST /uploads/:uploadId/restore': error('Failed to restore the upload'),
  'PUT /uploads/:uploadId/like': error('Failed to save your like'),
  'PUT /uploads/:uploadId/vote': error('Failed to save your vote'),
  'POST /uploads/:uploadId/comments': error('Failed to post comment'),
  'PATCH /uploads/comments/:commentId': error('Failed to save the comment'),
  'DELETE /uploads/comments/:commentId': error('Failed to delete the comment'),
  'POST /uploads/comments/:commentId/restore': error('Failed to restore the comment'),
  'PUT /uploads/comments/:commentId/mark': error('Failed to save the mark'),
  'POST /uploads/:uploadId/tracks/:trackId/plays': error('Failed to begin the play'),
  'PUT /uploads/plays/:playId': error('Failed to count the play'),
  'PUT /uploads/:uploadId/tracks/:trackId/terms': error('Failed to change the download'),
  'POST /uploads/:uploadId/tracks/:trackId/versions': error('Failed to replace the sound'),
  'DELETE /files/:fileId': error('Failed to remove the file'),
  'POST /files/:fileId/process': error('Failed to examine the file again'),
  'POST /announcements': error('Failed to create announcement'),
  'PATCH /announcements/:announcementId': error('Failed to save the announcement'),
  'DELETE /announcements/:announcementId': error('Failed to delete the announcement'),
  'POST /gallery/images': error('Upload failed'),
  'DELETE /gallery/images/:imageId': error('Failed to delete the image'),
  'POST /gallery/images/:imageId/restore': error('Failed to restore the image'),
  'PUT /gallery/images/:imageId/like': error('Failed to update like'),
  'POST /staff/gallery/:imageId/approve': error('Failed to approve image'),
  'POST /staff/gallery/:imageId/reject': error('Failed to reject image'),
  'PUT /staff/gallery/:imageId/featured': error('Failed to update featured status'),
  'POST /reports': error('Failed to send the report'),
  'POST /staff/reports/:reportId/resolve': error('Failed to close the report'),
  'POST /staff/holds/:holdId/release': error('Failed to approve post'),
  'POST /staff/holds/:holdId/reject': error('Failed to reject post'),
  'PUT /staff/members/:profileId/suspension': error('Failed to suspend the member'),
  'DELETE /staff/members/:profileId/suspension': error('Failed to lift the suspension'),
  'PUT /staff/members/:profileId/silence': error('Failed to silence the member'),
  'DELETE /staff/members/:profileId/silence': error('Failed to lift the silence'),
  'POST /staff/banned-words': error('Failed to save the word'),
  'DELETE /staff/banned-words/:wordId': error('Failed to remove the word'),
  'PUT /notifications/:notificationId/read': error('Failed to mark the notification as read'),
  'POST /notifications/read': error('Failed to mark your notifications as read'),
  'PATCH /notifications/settings/:kind': error('Failed to save the setting'),
  'PUT /notifications/push': error('Failed to turn notifications of this browser on'),
  'DELETE /notifications/push/:deviceId': error('Failed to turn notifications off'),
  'PUT /notifications/digest': error('Failed to save the setting'),
  'POST /notifications/unsubscribe': error('Failed to unsubscribe'),
  'PUT /profile-settings/profile': error('Failed to update profile'),
  'PUT /profile-settings/links': error('Failed to update profile'),
  'PUT /profile-settings/colors': error('Failed to update profile'),
  'PUT /profile-settings/font': error('Failed to update profile'),
  'PUT /profile-settings/layout': error('Failed to update profile'),
  'PUT /profile-settings/premium': error('Failed to update profile'),
  'PUT /profile-settings/decorations': error('Failed to update profile'),
  'PUT /profile-settings/avatar': error('Failed to upload file'),
  'PUT /profile-settings/banner': { title: 'Update failed', text: 'Please try again.' },
  'PUT /profile-settings/backgrounds/:kind': error('Failed to upload background {kind}'),
  'PUT /profile-settings/cursor': error('Failed to upload file'),
  'GET /profile-settings': error('Failed to load profile'),
  'GET /forum/posts/:postId': error('Failed to load post'),
  'GET /uploads/:uploadId': error('Failed to load upload'),
};

/** The failure toast of an endpoint. */
export function failureOf(key: string): Toast {
  return (failures as Readonly<Record<string, Toast>>)[key] ?? generalFailure;
}
