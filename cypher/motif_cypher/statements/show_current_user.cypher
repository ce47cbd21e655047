// name: show_current_user
// Who is logged in; null without authentication.
SHOW CURRENT USER YIELD user
RETURN user
