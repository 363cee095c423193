/** Public sandbox card that is always approved; any tenant may charge it in test. */
export const TEST_CARD = "TESTcardApproved1";
export const TEST_ACCOUNT = "TESTacctAlice0001";
