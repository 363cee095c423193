/** The public sandbox's card that is always approved; any tenant may charge it in test. */
export const TEST_CARD = "TESTcardApproved1";
/** Whose it is. */
export const TEST_MEMBER = "TESTmemberAlice01";
