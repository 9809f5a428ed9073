// Made from the table of the HTML Standard by tools/generate-references; change that instead.

#include "character_references.h"

const uint16_t spotlog_reference_count = 2231;

const char spotlog_reference_letters[] =
    "AEligAElig;AMPAMP;AacuteAacute;Abreve;AcircAcirc;Acy;Afr;AgraveAgrave;Alpha;Amacr;And;Aogo"
    "n;Aopf;ApplyFunction;AringAring;Ascr;Assign;AtildeAtilde;AumlAuml;Backslash;Barv;Barwed;Bc"
    "y;Because;Bernoullis;Beta;Bfr;Bopf;Breve;Bscr;Bumpeq;CHcy;COPYCOPY;Cacute;Cap;CapitalDiffe"
    "rentialD;Cayleys;Ccaron;CcedilCcedil;Ccirc;Cconint;Cdot;Cedilla;CenterDot;Cfr;Chi;CircleDo"
    "t;CircleMinus;CirclePlus;CircleTimes;ClockwiseContourIntegral;CloseCurlyDoubleQuote;CloseC"
    "urlyQuote;Colon;Colone;Congruent;Conint;ContourIntegral;Copf;Coproduct;CounterClockwiseCon"
    "tourIntegral;Cross;Cscr;Cup;CupCap;DD;DDotrahd;DJcy;DScy;DZcy;Dagger;Darr;Dashv;Dcaron;Dcy"
    ";Del;Delta;Dfr;DiacriticalAcute;DiacriticalDot;DiacriticalDoubleAcute;DiacriticalGrave;Dia"
    "criticalTilde;Diamond;DifferentialD;Dopf;Dot;DotDot;DotEqual;DoubleContourIntegral;DoubleD"
    "ot;DoubleDownArrow;DoubleLeftArrow;DoubleLeftRightArrow;DoubleLeftTee;DoubleLongLeftArrow;"
    "DoubleLongLeftRightArrow;DoubleLongRightArrow;DoubleRightArrow;DoubleRightTee;DoubleUpArro"
    "w;DoubleUpDownArrow;DoubleVerticalBar;DownArrow;DownArrowBar;DownArrowUpArrow;DownBreve;Do"
    "wnLeftRightVector;DownLeftTeeVector;DownLeftVector;DownLeftVectorBar;DownRightTeeVector;Do"
    "wnRightVector;DownRightVectorBar;DownTee;DownTeeArrow;Downarrow;Dscr;Dstrok;ENG;ETHETH;Eac"
    "uteEacute;Ecaron;EcircEcirc;Ecy;Edot;Efr;EgraveEgrave;Element;Emacr;EmptySmallSquare;Empty"
    "VerySmallSquare;Eogon;Eopf;Epsilon;Equal;EqualTilde;Equilibrium;Escr;Esim;Eta;EumlEuml;Exi"
    "sts;ExponentialE;Fcy;Ffr;FilledSmallSquare;FilledVerySmallSquare;Fopf;ForAll;Fouriertrf;Fs"
    "cr;GJcy;GTGT;Gamma;Gammad;Gbreve;Gcedil;Gcirc;Gcy;Gdot;Gfr;Gg;Gopf;GreaterEqual;GreaterEqu"
    "alLess;GreaterFullEqual;GreaterGreater;GreaterLess;GreaterSlantEqual;GreaterTilde;Gscr;Gt;"
    "HARDcy;Hacek;Hat;Hcirc;Hfr;HilbertSpace;Hopf;HorizontalLine;Hscr;Hstrok;HumpDownHump;HumpE"
    "qual;IEcy;IJlig;IOcy;IacuteIacute;IcircIcirc;Icy;Idot;Ifr;IgraveIgrave;Im;Imacr;ImaginaryI"
    ";Implies;Int;Integral;Intersection;InvisibleComma;InvisibleTimes;Iogon;Iopf;Iota;Iscr;Itil"
    "de;Iukcy;IumlIuml;Jcirc;Jcy;Jfr;Jopf;Jscr;Jsercy;Jukcy;KHcy;KJcy;Kappa;Kcedil;Kcy;Kfr;Kopf"
    ";Kscr;LJcy;LTLT;Lacute;Lambda;Lang;Laplacetrf;Larr;Lcaron;Lcedil;Lcy;LeftAngleBracket;Left"
    "Arrow;LeftArrowBar;LeftArrowRightArrow;LeftCeiling;LeftDoubleBracket;LeftDownTeeVector;Lef"
    "tDownVector;LeftDownVectorBar;LeftFloor;LeftRightArrow;LeftRightVector;LeftTee;LeftTeeArro"
    "w;LeftTeeVector;LeftTriangle;LeftTriangleBar;LeftTriangleEqual;LeftUpDownVector;LeftUpTeeV"
    "ector;LeftUpVector;LeftUpVectorBar;LeftVector;LeftVectorBar;Leftarrow;Leftrightarrow;LessE"
    "qualGreater;LessFullEqual;LessGreater;LessLess;LessSlantEqual;LessTilde;Lfr;Ll;Lleftarrow;"
    "Lmidot;LongLeftArrow;LongLeftRightArrow;LongRightArrow;Longleftarrow;Longleftrightarrow;Lo"
    "ngrightarrow;Lopf;LowerLeftArrow;LowerRightArrow;Lscr;Lsh;Lstrok;Lt;Map;Mcy;MediumSpace;Me"
    "llintrf;Mfr;MinusPlus;Mopf;Mscr;Mu;NJcy;Nacute;Ncaron;Ncedil;Ncy;NegativeMediumSpace;Negat"
    "iveThickSpace;NegativeThinSpace;NegativeVeryThinSpace;NestedGreaterGreater;NestedLessLess;"
    "NewLine;Nfr;NoBreak;NonBreakingSpace;Nopf;Not;NotCongruent;NotCupCap;NotDoubleVerticalBar;"
    "NotElement;NotEqual;NotEqualTilde;NotExists;NotGreater;NotGreaterEqual;NotGreaterFullEqual"
    ";NotGreaterGreater;NotGreaterLess;NotGreaterSlantEqual;NotGreaterTilde;NotHumpDownHump;Not"
    "HumpEqual;NotLeftTriangle;NotLeftTriangleBar;NotLeftTriangleEqual;NotLess;NotLessEqual;Not"
    "LessGreater;NotLessLess;NotLessSlantEqual;NotLessTilde;NotNestedGreaterGreater;NotNestedLe"
    "ssLess;NotPrecedes;NotPrecedesEqual;NotPrecedesSlantEqual;NotReverseElement;NotRightTriang"
    "le;NotRightTriangleBar;NotRightTriangleEqual;NotSquareSubset;NotSquareSubsetEqual;NotSquar"
    "eSuperset;NotSquareSupersetEqual;NotSubset;NotSubsetEqual;NotSucceeds;NotSucceedsEqual;Not"
    "SucceedsSlantEqual;NotSucceedsTilde;NotSuperset;NotSupersetEqual;NotTilde;NotTildeEqual;No"
    "tTildeFullEqual;NotTildeTilde;NotVerticalBar;Nscr;NtildeNtilde;Nu;OElig;OacuteOacute;Ocirc"
    "Ocirc;Ocy;Odblac;Ofr;OgraveOgrave;Omacr;Omega;Omicron;Oopf;OpenCurlyDoubleQuote;OpenCurlyQ"
    "uote;Or;Oscr;OslashOslash;OtildeOtilde;Otimes;OumlOuml;OverBar;OverBrace;OverBracket;OverP"
    "arenthesis;PartialD;Pcy;Pfr;Phi;Pi;PlusMinus;Poincareplane;Popf;Pr;Precedes;PrecedesEqual;"
    "PrecedesSlantEqual;PrecedesTilde;Prime;Product;Proportion;Proportional;Pscr;Psi;QUOTQUOT;Q"
    "fr;Qopf;Qscr;RBarr;REGREG;Racute;Rang;Rarr;Rarrtl;Rcaron;Rcedil;Rcy;Re;ReverseElement;Reve"
    "rseEquilibrium;ReverseUpEquilibrium;Rfr;Rho;RightAngleBracket;RightArrow;RightArrowBar;Rig"
    "htArrowLeftArrow;RightCeiling;RightDoubleBracket;RightDownTeeVector;RightDownVector;RightD"
    "ownVectorBar;RightFloor;RightTee;RightTeeArrow;RightTeeVector;RightTriangle;RightTriangleB"
    "ar;RightTriangleEqual;RightUpDownVector;RightUpTeeVector;RightUpVector;RightUpVectorBar;Ri"
    "ghtVector;RightVectorBar;Rightarrow;Ropf;RoundImplies;Rrightarrow;Rscr;Rsh;RuleDelayed;SHC"
    "Hcy;SHcy;SOFTcy;Sacute;Sc;Scaron;Scedil;Scirc;Scy;Sfr;ShortDownArrow;ShortLeftArrow;ShortR"
    "ightArrow;ShortUpArrow;Sigma;SmallCircle;Sopf;Sqrt;Square;SquareIntersection;SquareSubset;"
    "SquareSubsetEqual;SquareSuperset;SquareSupersetEqual;SquareUnion;Sscr;Star;Sub;Subset;Subs"
    "etEqual;Succeeds;SucceedsEqual;SucceedsSlantEqual;SucceedsTilde;SuchThat;Sum;Sup;Superset;"
    "SupersetEqual;Supset;THORNTHORN;TRADE;TSHcy;TScy;Tab;Tau;Tcaron;Tcedil;Tcy;Tfr;Therefore;T"
    "heta;ThickSpace;ThinSpace;Tilde;TildeEqual;TildeFullEqual;TildeTilde;Topf;TripleDot;Tscr;T"
    "strok;UacuteUacute;Uarr;Uarrocir;Ubrcy;Ubreve;UcircUcirc;Ucy;Udblac;Ufr;UgraveUgrave;Umacr"
    ";UnderBar;UnderBrace;UnderBracket;UnderParenthesis;Union;UnionPlus;Uogon;Uopf;UpArrow;UpAr"
    "rowBar;UpArrowDownArrow;UpDownArrow;UpEquilibrium;UpTee;UpTeeArrow;Uparrow;Updownarrow;Upp"
    "erLeftArrow;UpperRightArrow;Upsi;Upsilon;Uring;Uscr;Utilde;UumlUuml;VDash;Vbar;Vcy;Vdash;V"
    "dashl;Vee;Verbar;Vert;VerticalBar;VerticalLine;VerticalSeparator;VerticalTilde;VeryThinSpa"
    "ce;Vfr;Vopf;Vscr;Vvdash;Wcirc;Wedge;Wfr;Wopf;Wscr;Xfr;Xi;Xopf;Xscr;YAcy;YIcy;YUcy;YacuteYa"
    "cute;Ycirc;Ycy;Yfr;Yopf;Yscr;Yuml;ZHcy;Zacute;Zcaron;Zcy;Zdot;ZeroWidthSpace;Zeta;Zfr;Zopf"
    ";Zscr;aacuteaacute;abreve;ac;acE;acd;acircacirc;acuteacute;acy;aeligaelig;af;afr;agraveagr"
    "ave;alefsym;aleph;alpha;amacr;amalg;ampamp;and;andand;andd;andslope;andv;ang;ange;angle;an"
    "gmsd;angmsdaa;angmsdab;angmsdac;angmsdad;angmsdae;angmsdaf;angmsdag;angmsdah;angrt;angrtvb"
    ";angrtvbd;angsph;angst;angzarr;aogon;aopf;ap;apE;apacir;ape;apid;apos;approx;approxeq;arin"
    "garing;ascr;ast;asymp;asympeq;atildeatilde;aumlauml;awconint;awint;bNot;backcong;backepsil"
    "on;backprime;backsim;backsimeq;barvee;barwed;barwedge;bbrk;bbrktbrk;bcong;bcy;bdquo;becaus"
    ";because;bemptyv;bepsi;bernou;beta;beth;between;bfr;bigcap;bigcirc;bigcup;bigodot;bigoplus"
    ";bigotimes;bigsqcup;bigstar;bigtriangledown;bigtriangleup;biguplus;bigvee;bigwedge;bkarow;"
    "blacklozenge;blacksquare;blacktriangle;blacktriangledown;blacktriangleleft;blacktriangleri"
    "ght;blank;blk12;blk14;blk34;block;bne;bnequiv;bnot;bopf;bot;bottom;bowtie;boxDL;boxDR;boxD"
    "l;boxDr;boxH;boxHD;boxHU;boxHd;boxHu;boxUL;boxUR;boxUl;boxUr;boxV;boxVH;boxVL;boxVR;boxVh;"
    "boxVl;boxVr;boxbox;boxdL;boxdR;boxdl;boxdr;boxh;boxhD;boxhU;boxhd;boxhu;boxminus;boxplus;b"
    "oxtimes;boxuL;boxuR;boxul;boxur;boxv;boxvH;boxvL;boxvR;boxvh;boxvl;boxvr;bprime;breve;brvb"
    "arbrvbar;bscr;bsemi;bsim;bsime;bsol;bsolb;bsolhsub;bull;bullet;bump;bumpE;bumpe;bumpeq;cac"
    "ute;cap;capand;capbrcup;capcap;capcup;capdot;caps;caret;caron;ccaps;ccaron;ccedilccedil;cc"
    "irc;ccups;ccupssm;cdot;cedilcedil;cemptyv;centcent;centerdot;cfr;chcy;check;checkmark;chi;"
    "cir;cirE;circ;circeq;circlearrowleft;circlearrowright;circledR;circledS;circledast;circled"
    "circ;circleddash;cire;cirfnint;cirmid;cirscir;clubs;clubsuit;colon;colone;coloneq;comma;co"
    "mmat;comp;compfn;complement;complexes;cong;congdot;conint;copf;coprod;copycopy;copysr;crar"
    "r;cross;cscr;csub;csube;csup;csupe;ctdot;cudarrl;cudarrr;cuepr;cuesc;cularr;cularrp;cup;cu"
    "pbrcap;cupcap;cupcup;cupdot;cupor;cups;curarr;curarrm;curlyeqprec;curlyeqsucc;curlyvee;cur"
    "lywedge;currencurren;curvearrowleft;curvearrowright;cuvee;cuwed;cwconint;cwint;cylcty;dArr"
    ";dHar;dagger;daleth;darr;dash;dashv;dbkarow;dblac;dcaron;dcy;dd;ddagger;ddarr;ddotseq;degd"
    "eg;delta;demptyv;dfisht;dfr;dharl;dharr;diam;diamond;diamondsuit;diams;die;digamma;disin;d"
    "iv;dividedivide;divideontimes;divonx;djcy;dlcorn;dlcrop;dollar;dopf;dot;doteq;doteqdot;dot"
    "minus;dotplus;dotsquare;doublebarwedge;downarrow;downdownarrows;downharpoonleft;downharpoo"
    "nright;drbkarow;drcorn;drcrop;dscr;dscy;dsol;dstrok;dtdot;dtri;dtrif;duarr;duhar;dwangle;d"
    "zcy;dzigrarr;eDDot;eDot;eacuteeacute;easter;ecaron;ecir;ecircecirc;ecolon;ecy;edot;ee;efDo"
    "t;efr;eg;egraveegrave;egs;egsdot;el;elinters;ell;els;elsdot;emacr;empty;emptyset;emptyv;em"
    "sp13;emsp14;emsp;eng;ensp;eogon;eopf;epar;eparsl;eplus;epsi;epsilon;epsiv;eqcirc;eqcolon;e"
    "qsim;eqslantgtr;eqslantless;equals;equest;equiv;equivDD;eqvparsl;erDot;erarr;escr;esdot;es"
    "im;eta;etheth;eumleuml;euro;excl;exist;expectation;exponentiale;fallingdotseq;fcy;female;f"
    "filig;fflig;ffllig;ffr;filig;fjlig;flat;fllig;fltns;fnof;fopf;forall;fork;forkv;fpartint;f"
    "rac12frac12;frac13;frac14frac14;frac15;frac16;frac18;frac23;frac25;frac34frac34;frac35;fra"
    "c38;frac45;frac56;frac58;frac78;frasl;frown;fscr;gE;gEl;gacute;gamma;gammad;gap;gbreve;gci"
    "rc;gcy;gdot;ge;gel;geq;geqq;geqslant;ges;gescc;gesdot;gesdoto;gesdotol;gesl;gesles;gfr;gg;"
    "ggg;gimel;gjcy;gl;glE;gla;glj;gnE;gnap;gnapprox;gne;gneq;gneqq;gnsim;gopf;grave;gscr;gsim;"
    "gsime;gsiml;gtgt;gtcc;gtcir;gtdot;gtlPar;gtquest;gtrapprox;gtrarr;gtrdot;gtreqless;gtreqql"
    "ess;gtrless;gtrsim;gvertneqq;gvnE;hArr;hairsp;half;hamilt;hardcy;harr;harrcir;harrw;hbar;h"
    "circ;hearts;heartsuit;hellip;hercon;hfr;hksearow;hkswarow;hoarr;homtht;hookleftarrow;hookr"
    "ightarrow;hopf;horbar;hscr;hslash;hstrok;hybull;hyphen;iacuteiacute;ic;icircicirc;icy;iecy"
    ";iexcliexcl;iff;ifr;igraveigrave;ii;iiiint;iiint;iinfin;iiota;ijlig;imacr;image;imagline;i"
    "magpart;imath;imof;imped;in;incare;infin;infintie;inodot;int;intcal;integers;intercal;intl"
    "arhk;intprod;iocy;iogon;iopf;iota;iprod;iquestiquest;iscr;isin;isinE;isindot;isins;isinsv;"
    "isinv;it;itilde;iukcy;iumliuml;jcirc;jcy;jfr;jmath;jopf;jscr;jsercy;jukcy;kappa;kappav;kce"
    "dil;kcy;kfr;kgreen;khcy;kjcy;kopf;kscr;lAarr;lArr;lAtail;lBarr;lE;lEg;lHar;lacute;laemptyv"
    ";lagran;lambda;lang;langd;langle;lap;laquolaquo;larr;larrb;larrbfs;larrfs;larrhk;larrlp;la"
    "rrpl;larrsim;larrtl;lat;latail;late;lates;lbarr;lbbrk;lbrace;lbrack;lbrke;lbrksld;lbrkslu;"
    "lcaron;lcedil;lceil;lcub;lcy;ldca;ldquo;ldquor;ldrdhar;ldrushar;ldsh;le;leftarrow;leftarro"
    "wtail;leftharpoondown;leftharpoonup;leftleftarrows;leftrightarrow;leftrightarrows;leftrigh"
    "tharpoons;leftrightsquigarrow;leftthreetimes;leg;leq;leqq;leqslant;les;lescc;lesdot;lesdot"
    "o;lesdotor;lesg;lesges;lessapprox;lessdot;lesseqgtr;lesseqqgtr;lessgtr;lesssim;lfisht;lflo"
    "or;lfr;lg;lgE;lhard;lharu;lharul;lhblk;ljcy;ll;llarr;llcorner;llhard;lltri;lmidot;lmoust;l"
    "moustache;lnE;lnap;lnapprox;lne;lneq;lneqq;lnsim;loang;loarr;lobrk;longleftarrow;longleftr"
    "ightarrow;longmapsto;longrightarrow;looparrowleft;looparrowright;lopar;lopf;loplus;lotimes"
    ";lowast;lowbar;loz;lozenge;lozf;lpar;lparlt;lrarr;lrcorner;lrhar;lrhard;lrm;lrtri;lsaquo;l"
    "scr;lsh;lsim;lsime;lsimg;lsqb;lsquo;lsquor;lstrok;ltlt;ltcc;ltcir;ltdot;lthree;ltimes;ltla"
    "rr;ltquest;ltrPar;ltri;ltrie;ltrif;lurdshar;luruhar;lvertneqq;lvnE;mDDot;macrmacr;male;mal"
    "t;maltese;map;mapsto;mapstodown;mapstoleft;mapstoup;marker;mcomma;mcy;mdash;measuredangle;"
    "mfr;mho;micromicro;mid;midast;midcir;middotmiddot;minus;minusb;minusd;minusdu;mlcp;mldr;mn"
    "plus;models;mopf;mp;mscr;mstpos;mu;multimap;mumap;nGg;nGt;nGtv;nLeftarrow;nLeftrightarrow;"
    "nLl;nLt;nLtv;nRightarrow;nVDash;nVdash;nabla;nacute;nang;nap;napE;napid;napos;napprox;natu"
    "r;natural;naturals;nbspnbsp;nbump;nbumpe;ncap;ncaron;ncedil;ncong;ncongdot;ncup;ncy;ndash;"
    "ne;neArr;nearhk;nearr;nearrow;nedot;nequiv;nesear;nesim;nexist;nexists;nfr;ngE;nge;ngeq;ng"
    "eqq;ngeqslant;nges;ngsim;ngt;ngtr;nhArr;nharr;nhpar;ni;nis;nisd;niv;njcy;nlArr;nlE;nlarr;n"
    "ldr;nle;nleftarrow;nleftrightarrow;nleq;nleqq;nleqslant;nles;nless;nlsim;nlt;nltri;nltrie;"
    "nmid;nopf;notnot;notin;notinE;notindot;notinva;notinvb;notinvc;notni;notniva;notnivb;notni"
    "vc;npar;nparallel;nparsl;npart;npolint;npr;nprcue;npre;nprec;npreceq;nrArr;nrarr;nrarrc;nr"
    "arrw;nrightarrow;nrtri;nrtrie;nsc;nsccue;nsce;nscr;nshortmid;nshortparallel;nsim;nsime;nsi"
    "meq;nsmid;nspar;nsqsube;nsqsupe;nsub;nsubE;nsube;nsubset;nsubseteq;nsubseteqq;nsucc;nsucce"
    "q;nsup;nsupE;nsupe;nsupset;nsupseteq;nsupseteqq;ntgl;ntildentilde;ntlg;ntriangleleft;ntria"
    "nglelefteq;ntriangleright;ntrianglerighteq;nu;num;numero;numsp;nvDash;nvHarr;nvap;nvdash;n"
    "vge;nvgt;nvinfin;nvlArr;nvle;nvlt;nvltrie;nvrArr;nvrtrie;nvsim;nwArr;nwarhk;nwarr;nwarrow;"
    "nwnear;oS;oacuteoacute;oast;ocir;ocircocirc;ocy;odash;odblac;odiv;odot;odsold;oelig;ofcir;"
    "ofr;ogon;ograveograve;ogt;ohbar;ohm;oint;olarr;olcir;olcross;oline;olt;omacr;omega;omicron"
    ";omid;ominus;oopf;opar;operp;oplus;or;orarr;ord;order;orderof;ordfordf;ordmordm;origof;oro"
    "r;orslope;orv;oscr;oslashoslash;osol;otildeotilde;otimes;otimesas;oumlouml;ovbar;par;parap"
    "ara;parallel;parsim;parsl;part;pcy;percnt;period;permil;perp;pertenk;pfr;phi;phiv;phmmat;p"
    "hone;pi;pitchfork;piv;planck;planckh;plankv;plus;plusacir;plusb;pluscir;plusdo;plusdu;plus"
    "e;plusmnplusmn;plussim;plustwo;pm;pointint;popf;poundpound;pr;prE;prap;prcue;pre;prec;prec"
    "approx;preccurlyeq;preceq;precnapprox;precneqq;precnsim;precsim;prime;primes;prnE;prnap;pr"
    "nsim;prod;profalar;profline;profsurf;prop;propto;prsim;prurel;pscr;psi;puncsp;qfr;qint;qop"
    "f;qprime;qscr;quaternions;quatint;quest;questeq;quotquot;rAarr;rArr;rAtail;rBarr;rHar;race"
    ";racute;radic;raemptyv;rang;rangd;range;rangle;raquoraquo;rarr;rarrap;rarrb;rarrbfs;rarrc;"
    "rarrfs;rarrhk;rarrlp;rarrpl;rarrsim;rarrtl;rarrw;ratail;ratio;rationals;rbarr;rbbrk;rbrace"
    ";rbrack;rbrke;rbrksld;rbrkslu;rcaron;rcedil;rceil;rcub;rcy;rdca;rdldhar;rdquo;rdquor;rdsh;"
    "real;realine;realpart;reals;rect;regreg;rfisht;rfloor;rfr;rhard;rharu;rharul;rho;rhov;righ"
    "tarrow;rightarrowtail;rightharpoondown;rightharpoonup;rightleftarrows;rightleftharpoons;ri"
    "ghtrightarrows;rightsquigarrow;rightthreetimes;ring;risingdotseq;rlarr;rlhar;rlm;rmoust;rm"
    "oustache;rnmid;roang;roarr;robrk;ropar;ropf;roplus;rotimes;rpar;rpargt;rppolint;rrarr;rsaq"
    "uo;rscr;rsh;rsqb;rsquo;rsquor;rthree;rtimes;rtri;rtrie;rtrif;rtriltri;ruluhar;rx;sacute;sb"
    "quo;sc;scE;scap;scaron;sccue;sce;scedil;scirc;scnE;scnap;scnsim;scpolint;scsim;scy;sdot;sd"
    "otb;sdote;seArr;searhk;searr;searrow;sectsect;semi;seswar;setminus;setmn;sext;sfr;sfrown;s"
    "harp;shchcy;shcy;shortmid;shortparallel;shyshy;sigma;sigmaf;sigmav;sim;simdot;sime;simeq;s"
    "img;simgE;siml;simlE;simne;simplus;simrarr;slarr;smallsetminus;smashp;smeparsl;smid;smile;"
    "smt;smte;smtes;softcy;sol;solb;solbar;sopf;spades;spadesuit;spar;sqcap;sqcaps;sqcup;sqcups"
    ";sqsub;sqsube;sqsubset;sqsubseteq;sqsup;sqsupe;sqsupset;sqsupseteq;squ;square;squarf;squf;"
    "srarr;sscr;ssetmn;ssmile;sstarf;star;starf;straightepsilon;straightphi;strns;sub;subE;subd"
    "ot;sube;subedot;submult;subnE;subne;subplus;subrarr;subset;subseteq;subseteqq;subsetneq;su"
    "bsetneqq;subsim;subsub;subsup;succ;succapprox;succcurlyeq;succeq;succnapprox;succneqq;succ"
    "nsim;succsim;sum;sung;sup1sup1;sup2sup2;sup3sup3;sup;supE;supdot;supdsub;supe;supedot;suph"
    "sol;suphsub;suplarr;supmult;supnE;supne;supplus;supset;supseteq;supseteqq;supsetneq;supset"
    "neqq;supsim;supsub;supsup;swArr;swarhk;swarr;swarrow;swnwar;szligszlig;target;tau;tbrk;tca"
    "ron;tcedil;tcy;tdot;telrec;tfr;there4;therefore;theta;thetasym;thetav;thickapprox;thicksim"
    ";thinsp;thkap;thksim;thornthorn;tilde;timestimes;timesb;timesbar;timesd;tint;toea;top;topb"
    "ot;topcir;topf;topfork;tosa;tprime;trade;triangle;triangledown;triangleleft;trianglelefteq"
    ";triangleq;triangleright;trianglerighteq;tridot;trie;triminus;triplus;trisb;tritime;trpezi"
    "um;tscr;tscy;tshcy;tstrok;twixt;twoheadleftarrow;twoheadrightarrow;uArr;uHar;uacuteuacute;"
    "uarr;ubrcy;ubreve;ucircucirc;ucy;udarr;udblac;udhar;ufisht;ufr;ugraveugrave;uharl;uharr;uh"
    "blk;ulcorn;ulcorner;ulcrop;ultri;umacr;umluml;uogon;uopf;uparrow;updownarrow;upharpoonleft"
    ";upharpoonright;uplus;upsi;upsih;upsilon;upuparrows;urcorn;urcorner;urcrop;uring;urtri;usc"
    "r;utdot;utilde;utri;utrif;uuarr;uumluuml;uwangle;vArr;vBar;vBarv;vDash;vangrt;varepsilon;v"
    "arkappa;varnothing;varphi;varpi;varpropto;varr;varrho;varsigma;varsubsetneq;varsubsetneqq;"
    "varsupsetneq;varsupsetneqq;vartheta;vartriangleleft;vartriangleright;vcy;vdash;vee;veebar;"
    "veeeq;vellip;verbar;vert;vfr;vltri;vnsub;vnsup;vopf;vprop;vrtri;vscr;vsubnE;vsubne;vsupnE;"
    "vsupne;vzigzag;wcirc;wedbar;wedge;wedgeq;weierp;wfr;wopf;wp;wr;wreath;wscr;xcap;xcirc;xcup"
    ";xdtri;xfr;xhArr;xharr;xi;xlArr;xlarr;xmap;xnis;xodot;xopf;xoplus;xotime;xrArr;xrarr;xscr;"
    "xsqcup;xuplus;xutri;xvee;xwedge;yacuteyacute;yacy;ycirc;ycy;yenyen;yfr;yicy;yopf;yscr;yucy"
    ";yumlyuml;zacute;zcaron;zcy;zdot;zeetrf;zeta;zfr;zhcy;zigrarr;zopf;zscr;zwj;zwnj;";

const uint16_t spotlog_reference_offsets[2232] = {
    0, 5, 11, 14, 18, 24, 31, 38, 43, 49, 53, 57, 63, 70, 76, 82, 86, 92, 97, 111, 116, 122, 127,
    134, 140, 147, 151, 156, 166, 171, 178, 182, 190, 201, 206, 210, 215, 221, 226, 233, 238, 242,
    247, 254, 258, 279, 287, 294, 300, 307, 313, 321, 326, 334, 344, 348, 352, 362, 374, 385, 397,
    422, 444, 460, 466, 473, 483, 490, 506, 511, 521, 553, 559, 564, 568, 575, 578, 587, 592, 597,
    602, 609, 614, 620, 627, 631, 635, 641, 645, 662, 677, 700, 717, 734, 742, 756, 761, 765, 772,
    781, 803, 813, 829, 845, 866, 880, 900, 925, 946, 963, 978, 992, 1010, 1028, 1038, 1051, 1068,
    1078, 1098, 1116, 1131, 1149, 1168, 1184, 1203, 1211, 1224, 1234, 1239, 1246, 1250, 1253, 1257,
    1263, 1270, 1277, 1282, 1288, 1292, 1297, 1301, 1307, 1314, 1322, 1328, 1345, 1366, 1372, 1377,
    1385, 1391, 1402, 1414, 1419, 1424, 1428, 1432, 1437, 1444, 1457, 1461, 1465, 1483, 1505, 1510,
    1517, 1528, 1533, 1538, 1540, 1543, 1549, 1556, 1563, 1570, 1576, 1580, 1585, 1589, 1592, 1597,
    1610, 1627, 1644, 1659, 1671, 1689, 1702, 1707, 1710, 1717, 1723, 1727, 1733, 1737, 1750, 1755,
    1770, 1775, 1782, 1795, 1805, 1810, 1816, 1821, 1827, 1834, 1839, 1845, 1849, 1854, 1858, 1864,
    1871, 1874, 1880, 1891, 1899, 1903, 1912, 1925, 1940, 1955, 1961, 1966, 1971, 1976, 1983, 1989,
    1993, 1998, 2004, 2008, 2012, 2017, 2022, 2029, 2035, 2040, 2045, 2051, 2058, 2062, 2066, 2071,
    2076, 2081, 2083, 2086, 2093, 2100, 2105, 2116, 2121, 2128, 2135, 2139, 2156, 2166, 2179, 2199,
    2211, 2229, 2247, 2262, 2280, 2290, 2305, 2321, 2329, 2342, 2356, 2369, 2385, 2403, 2420, 2436,
    2449, 2465, 2476, 2490, 2500, 2515, 2532, 2546, 2558, 2567, 2582, 2592, 2596, 2599, 2610, 2617,
    2631, 2650, 2665, 2679, 2698, 2713, 2718, 2733, 2749, 2754, 2758, 2765, 2768, 2772, 2776, 2788,
    2798, 2802, 2812, 2817, 2822, 2825, 2830, 2837, 2844, 2851, 2855, 2875, 2894, 2912, 2934, 2955,
    2970, 2978, 2982, 2990, 3007, 3012, 3016, 3029, 3039, 3060, 3071, 3080, 3094, 3104, 3115, 3131,
    3151, 3169, 3184, 3205, 3221, 3237, 3250, 3266, 3285, 3306, 3314, 3327, 3342, 3354, 3372, 3385,
    3409, 3427, 3439, 3456, 3478, 3496, 3513, 3533, 3555, 3571, 3592, 3610, 3633, 3643, 3658, 3670,
    3687, 3709, 3726, 3738, 3755, 3764, 3778, 3796, 3810, 3825, 3830, 3836, 3843, 3846, 3852, 3858,
    3865, 3870, 3876, 3880, 3887, 3891, 3897, 3904, 3910, 3916, 3924, 3929, 3950, 3965, 3968, 3973,
    3979, 3986, 3992, 3999, 4006, 4010, 4015, 4023, 4033, 4045, 4061, 4070, 4074, 4078, 4082, 4085,
    4095, 4109, 4114, 4117, 4126, 4140, 4159, 4173, 4179, 4187, 4198, 4211, 4216, 4220, 4224, 4229,
    4233, 4238, 4243, 4249, 4252, 4256, 4263, 4268, 4273, 4280, 4287, 4294, 4298, 4301, 4316, 4335,
    4356, 4360, 4364, 4382, 4393, 4407, 4427, 4440, 4459, 4478, 4494, 4513, 4524, 4533, 4547, 4562,
    4576, 4593, 4612, 4630, 4647, 4661, 4678, 4690, 4705, 4716, 4721, 4734, 4746, 4751, 4755, 4767,
    4774, 4779, 4786, 4793, 4796, 4803, 4810, 4816, 4820, 4824, 4839, 4854, 4870, 4883, 4889, 4901,
    4906, 4911, 4918, 4937, 4950, 4968, 4983, 5003, 5015, 5020, 5025, 5029, 5036, 5048, 5057, 5071,
    5090, 5104, 5113, 5117, 5121, 5130, 5144, 5151, 5156, 5162, 5168, 5174, 5179, 5183, 5187, 5194,
    5201, 5205, 5209, 5219, 5225, 5236, 5246, 5252, 5263, 5278, 5289, 5294, 5304, 5309, 5316, 5322,
    5329, 5334, 5343, 5349, 5356, 5361, 5367, 5371, 5378, 5382, 5388, 5395, 5401, 5410, 5421, 5434,
    5451, 5457, 5467, 5473, 5478, 5486, 5497, 5514, 5526, 5540, 5546, 5557, 5565, 5577, 5592, 5608,
    5613, 5621, 5627, 5632, 5639, 5643, 5648, 5654, 5659, 5663, 5669, 5676, 5680, 5687, 5692, 5704,
    5717, 5735, 5749, 5763, 5767, 5772, 5777, 5784, 5790, 5796, 5800, 5805, 5810, 5814, 5817, 5822,
    5827, 5832, 5837, 5842, 5848, 5855, 5861, 5865, 5869, 5874, 5879, 5884, 5889, 5896, 5903, 5907,
    5912, 5927, 5932, 5936, 5941, 5946, 5952, 5959, 5966, 5969, 5973, 5977, 5982, 5988, 5993, 5999,
    6003, 6008, 6014, 6017, 6021, 6027, 6034, 6042, 6048, 6054, 6060, 6066, 6069, 6073, 6077, 6084,
    6089, 6098, 6103, 6107, 6112, 6118, 6125, 6134, 6143, 6152, 6161, 6170, 6179, 6188, 6197, 6203,
    6211, 6220, 6227, 6233, 6241, 6247, 6252, 6255, 6259, 6266, 6270, 6275, 6280, 6287, 6296, 6301,
    6307, 6312, 6316, 6322, 6330, 6336, 6343, 6347, 6352, 6361, 6367, 6372, 6381, 6393, 6403, 6411,
    6421, 6428, 6435, 6444, 6449, 6458, 6464, 6468, 6474, 6481, 6489, 6497, 6503, 6510, 6515, 6520,
    6528, 6532, 6539, 6547, 6554, 6562, 6571, 6581, 6590, 6598, 6614, 6628, 6637, 6644, 6653, 6660,
    6673, 6685, 6699, 6717, 6735, 6754, 6760, 6766, 6772, 6778, 6784, 6788, 6796, 6801, 6806, 6810,
    6817, 6824, 6830, 6836, 6842, 6848, 6853, 6859, 6865, 6871, 6877, 6883, 6889, 6895, 6901, 6906,
    6912, 6918, 6924, 6930, 6936, 6942, 6949, 6955, 6961, 6967, 6973, 6978, 6984, 6990, 6996, 7002,
    7011, 7019, 7028, 7034, 7040, 7046, 7052, 7057, 7063, 7069, 7075, 7081, 7087, 7093, 7100, 7106,
    7112, 7119, 7124, 7130, 7135, 7141, 7146, 7152, 7161, 7166, 7173, 7178, 7184, 7190, 7197, 7204,
    7208, 7215, 7224, 7231, 7238, 7245, 7250, 7256, 7262, 7268, 7275, 7281, 7288, 7294, 7300, 7308,
    7313, 7318, 7324, 7332, 7336, 7341, 7351, 7355, 7360, 7366, 7376, 7380, 7384, 7389, 7394, 7401,
    7417, 7434, 7443, 7452, 7463, 7475, 7487, 7492, 7501, 7508, 7516, 7522, 7531, 7537, 7544, 7552,
    7558, 7565, 7570, 7577, 7588, 7598, 7603, 7611, 7618, 7623, 7630, 7634, 7639, 7646, 7652, 7658,
    7663, 7668, 7674, 7679, 7685, 7691, 7699, 7707, 7713, 7719, 7726, 7734, 7738, 7747, 7754, 7761,
    7768, 7774, 7779, 7786, 7794, 7806, 7818, 7827, 7838, 7844, 7851, 7866, 7882, 7888, 7894, 7903,
    7909, 7916, 7921, 7926, 7933, 7940, 7945, 7950, 7956, 7964, 7970, 7977, 7981, 7984, 7992, 7998,
    8006, 8009, 8013, 8019, 8027, 8034, 8038, 8044, 8050, 8055, 8063, 8075, 8081, 8085, 8093, 8099,
    8103, 8109, 8116, 8130, 8137, 8142, 8149, 8156, 8163, 8168, 8172, 8178, 8187, 8196, 8204, 8214,
    8229, 8239, 8254, 8270, 8287, 8296, 8303, 8310, 8315, 8320, 8325, 8332, 8338, 8343, 8349, 8355,
    8361, 8369, 8374, 8383, 8389, 8394, 8400, 8407, 8414, 8421, 8426, 8431, 8437, 8444, 8448, 8453,
    8456, 8462, 8466, 8469, 8475, 8482, 8486, 8493, 8496, 8505, 8509, 8513, 8520, 8526, 8532, 8541,
    8548, 8555, 8562, 8567, 8571, 8576, 8582, 8587, 8592, 8599, 8605, 8610, 8618, 8624, 8631, 8639,
    8645, 8656, 8668, 8675, 8682, 8688, 8696, 8705, 8711, 8717, 8722, 8728, 8733, 8737, 8740, 8744,
    8748, 8753, 8758, 8763, 8769, 8781, 8794, 8808, 8812, 8819, 8826, 8832, 8839, 8843, 8849, 8855,
    8860, 8866, 8872, 8877, 8882, 8889, 8894, 8900, 8909, 8915, 8922, 8929, 8935, 8942, 8949, 8956,
    8963, 8970, 8977, 8983, 8990, 8997, 9004, 9011, 9018, 9025, 9032, 9038, 9044, 9049, 9052, 9056,
    9063, 9069, 9076, 9080, 9087, 9093, 9097, 9102, 9105, 9109, 9113, 9118, 9127, 9131, 9137, 9144,
    9152, 9161, 9166, 9173, 9177, 9180, 9184, 9190, 9195, 9198, 9202, 9206, 9210, 9214, 9219, 9228,
    9232, 9237, 9243, 9249, 9254, 9260, 9265, 9270, 9276, 9282, 9284, 9287, 9292, 9298, 9304, 9311,
    9319, 9329, 9336, 9343, 9353, 9364, 9372, 9379, 9389, 9394, 9399, 9406, 9411, 9418, 9425, 9430,
    9438, 9444, 9449, 9455, 9462, 9472, 9479, 9486, 9490, 9499, 9508, 9514, 9521, 9535, 9550, 9555,
    9562, 9567, 9574, 9581, 9588, 9595, 9601, 9608, 9611, 9616, 9622, 9626, 9631, 9636, 9642, 9646,
    9650, 9656, 9663, 9666, 9673, 9679, 9686, 9692, 9698, 9704, 9710, 9719, 9728, 9734, 9739, 9745,
    9748, 9755, 9761, 9770, 9777, 9781, 9788, 9797, 9806, 9815, 9823, 9828, 9834, 9839, 9844, 9850,
    9856, 9863, 9868, 9873, 9879, 9887, 9893, 9900, 9906, 9909, 9916, 9922, 9926, 9931, 9937, 9941,
    9945, 9951, 9956, 9961, 9968, 9974, 9980, 9987, 9994, 9998, 10002, 10009, 10014, 10019, 10024,
    10029, 10035, 10040, 10047, 10053, 10056, 10060, 10065, 10072, 10081, 10088, 10095, 10100,
    10106, 10113, 10117, 10122, 10128, 10133, 10139, 10147, 10154, 10161, 10168, 10175, 10183,
    10190, 10194, 10201, 10206, 10212, 10218, 10224, 10231, 10238, 10244, 10252, 10260, 10267,
    10274, 10280, 10285, 10289, 10294, 10300, 10307, 10315, 10324, 10329, 10332, 10342, 10356,
    10372, 10386, 10401, 10416, 10432, 10450, 10470, 10485, 10489, 10493, 10498, 10507, 10511,
    10517, 10524, 10532, 10541, 10546, 10553, 10564, 10572, 10582, 10593, 10601, 10609, 10616,
    10623, 10627, 10630, 10634, 10640, 10646, 10653, 10659, 10664, 10667, 10673, 10682, 10689,
    10695, 10702, 10709, 10720, 10724, 10729, 10738, 10742, 10747, 10753, 10759, 10765, 10771,
    10777, 10791, 10810, 10821, 10836, 10850, 10865, 10871, 10876, 10883, 10891, 10898, 10905,
    10909, 10917, 10922, 10927, 10934, 10940, 10949, 10955, 10962, 10966, 10972, 10979, 10984,
    10988, 10993, 10999, 11005, 11010, 11016, 11023, 11030, 11032, 11035, 11040, 11046, 11052,
    11059, 11066, 11073, 11081, 11088, 11093, 11099, 11105, 11114, 11122, 11132, 11137, 11143,
    11147, 11152, 11157, 11162, 11170, 11174, 11181, 11192, 11203, 11212, 11219, 11226, 11230,
    11236, 11250, 11254, 11258, 11263, 11269, 11273, 11280, 11287, 11293, 11300, 11306, 11313,
    11320, 11328, 11333, 11338, 11345, 11352, 11357, 11360, 11365, 11372, 11375, 11384, 11390,
    11394, 11398, 11403, 11414, 11430, 11434, 11438, 11443, 11455, 11462, 11469, 11475, 11482,
    11487, 11491, 11496, 11502, 11508, 11516, 11522, 11530, 11539, 11543, 11548, 11554, 11561,
    11566, 11573, 11580, 11586, 11595, 11600, 11604, 11610, 11613, 11619, 11626, 11632, 11640,
    11646, 11653, 11660, 11666, 11673, 11681, 11685, 11689, 11693, 11698, 11704, 11714, 11719,
    11725, 11729, 11734, 11740, 11746, 11752, 11755, 11759, 11764, 11768, 11773, 11779, 11783,
    11789, 11794, 11798, 11809, 11825, 11830, 11836, 11846, 11851, 11857, 11863, 11867, 11873,
    11880, 11885, 11890, 11893, 11897, 11903, 11910, 11919, 11927, 11935, 11943, 11949, 11957,
    11965, 11973, 11978, 11988, 11995, 12001, 12009, 12013, 12020, 12025, 12031, 12039, 12045,
    12051, 12058, 12065, 12077, 12083, 12090, 12094, 12101, 12106, 12111, 12121, 12136, 12141,
    12147, 12154, 12160, 12166, 12174, 12182, 12187, 12193, 12199, 12207, 12217, 12228, 12234,
    12242, 12247, 12253, 12259, 12267, 12277, 12288, 12293, 12299, 12306, 12311, 12325, 12341,
    12356, 12373, 12376, 12380, 12387, 12393, 12400, 12407, 12412, 12419, 12424, 12429, 12437,
    12444, 12449, 12454, 12462, 12469, 12477, 12483, 12489, 12496, 12502, 12510, 12517, 12520,
    12526, 12533, 12538, 12543, 12548, 12554, 12558, 12564, 12571, 12576, 12581, 12588, 12594,
    12600, 12604, 12609, 12615, 12622, 12626, 12632, 12636, 12641, 12647, 12653, 12661, 12667,
    12671, 12677, 12683, 12691, 12696, 12703, 12708, 12713, 12719, 12725, 12728, 12734, 12738,
    12744, 12752, 12756, 12761, 12765, 12770, 12777, 12782, 12790, 12794, 12799, 12805, 12812,
    12817, 12823, 12830, 12837, 12846, 12850, 12855, 12861, 12865, 12869, 12874, 12883, 12890,
    12896, 12901, 12905, 12912, 12919, 12926, 12931, 12939, 12943, 12947, 12952, 12959, 12965,
    12968, 12978, 12982, 12989, 12997, 13004, 13009, 13018, 13024, 13032, 13039, 13046, 13052,
    13058, 13065, 13073, 13081, 13084, 13093, 13098, 13103, 13109, 13112, 13116, 13121, 13127,
    13131, 13136, 13147, 13159, 13166, 13178, 13187, 13196, 13204, 13210, 13217, 13222, 13228,
    13235, 13240, 13249, 13258, 13267, 13272, 13279, 13285, 13292, 13297, 13301, 13308, 13312,
    13317, 13322, 13329, 13334, 13346, 13354, 13360, 13368, 13372, 13377, 13383, 13388, 13395,
    13401, 13406, 13411, 13418, 13424, 13433, 13438, 13444, 13450, 13457, 13462, 13468, 13473,
    13480, 13486, 13494, 13500, 13507, 13514, 13521, 13528, 13536, 13543, 13549, 13556, 13562,
    13572, 13578, 13584, 13591, 13598, 13604, 13612, 13620, 13627, 13634, 13640, 13645, 13649,
    13654, 13662, 13668, 13675, 13680, 13685, 13693, 13702, 13708, 13713, 13716, 13720, 13727,
    13734, 13738, 13744, 13750, 13757, 13761, 13766, 13777, 13792, 13809, 13824, 13840, 13858,
    13875, 13891, 13907, 13912, 13925, 13931, 13937, 13941, 13948, 13959, 13965, 13971, 13977,
    13983, 13989, 13994, 14001, 14009, 14014, 14021, 14030, 14036, 14043, 14048, 14052, 14057,
    14063, 14070, 14077, 14084, 14089, 14095, 14101, 14110, 14118, 14121, 14128, 14134, 14137,
    14141, 14146, 14153, 14159, 14163, 14170, 14176, 14181, 14187, 14194, 14203, 14209, 14213,
    14218, 14224, 14230, 14236, 14243, 14249, 14257, 14261, 14266, 14271, 14278, 14287, 14293,
    14298, 14302, 14309, 14315, 14322, 14327, 14336, 14350, 14353, 14357, 14363, 14370, 14377,
    14381, 14388, 14393, 14399, 14404, 14410, 14415, 14421, 14427, 14435, 14443, 14449, 14463,
    14470, 14479, 14484, 14490, 14494, 14499, 14505, 14512, 14516, 14521, 14528, 14533, 14540,
    14550, 14555, 14561, 14568, 14574, 14581, 14587, 14594, 14603, 14614, 14620, 14627, 14636,
    14647, 14651, 14658, 14665, 14670, 14676, 14681, 14688, 14695, 14702, 14707, 14713, 14729,
    14741, 14747, 14751, 14756, 14763, 14768, 14776, 14784, 14790, 14796, 14804, 14812, 14819,
    14828, 14838, 14848, 14859, 14866, 14873, 14880, 14885, 14896, 14908, 14915, 14927, 14936,
    14945, 14953, 14957, 14962, 14966, 14971, 14975, 14980, 14984, 14989, 14993, 14998, 15005,
    15013, 15018, 15026, 15034, 15042, 15050, 15058, 15064, 15070, 15078, 15085, 15094, 15104,
    15114, 15125, 15132, 15139, 15146, 15152, 15159, 15165, 15173, 15180, 15185, 15191, 15198,
    15202, 15207, 15214, 15221, 15225, 15230, 15237, 15241, 15248, 15258, 15264, 15273, 15280,
    15292, 15301, 15308, 15314, 15321, 15326, 15332, 15338, 15343, 15349, 15356, 15365, 15372,
    15377, 15382, 15386, 15393, 15400, 15405, 15413, 15418, 15425, 15431, 15440, 15453, 15466,
    15481, 15491, 15505, 15521, 15528, 15533, 15542, 15550, 15556, 15564, 15573, 15578, 15583,
    15589, 15596, 15602, 15619, 15637, 15642, 15647, 15653, 15660, 15665, 15671, 15678, 15683,
    15689, 15693, 15699, 15706, 15712, 15719, 15723, 15729, 15736, 15742, 15748, 15754, 15761,
    15770, 15777, 15783, 15789, 15792, 15796, 15802, 15807, 15815, 15827, 15841, 15856, 15862,
    15867, 15873, 15881, 15892, 15899, 15908, 15915, 15921, 15927, 15932, 15938, 15945, 15950,
    15956, 15962, 15966, 15971, 15979, 15984, 15989, 15995, 16001, 16008, 16019, 16028, 16039,
    16046, 16052, 16062, 16067, 16074, 16083, 16096, 16110, 16123, 16137, 16146, 16162, 16179,
    16183, 16189, 16193, 16200, 16206, 16213, 16220, 16225, 16229, 16235, 16241, 16247, 16252,
    16258, 16264, 16269, 16276, 16283, 16290, 16297, 16305, 16311, 16318, 16324, 16331, 16338,
    16342, 16347, 16350, 16353, 16360, 16365, 16370, 16376, 16381, 16387, 16391, 16397, 16403,
    16406, 16412, 16418, 16423, 16428, 16434, 16439, 16446, 16453, 16459, 16465, 16470, 16477,
    16484, 16490, 16495, 16502, 16508, 16515, 16520, 16526, 16530, 16533, 16537, 16541, 16546,
    16551, 16556, 16561, 16565, 16570, 16577, 16584, 16588, 16593, 16600, 16605, 16609, 16614,
    16622, 16627, 16632, 16636, 16641,
};

const uint32_t spotlog_reference_points[4462] = {
    198, 0, 198, 0, 38, 0, 38, 0, 193, 0, 193, 0, 258, 0, 194, 0, 194, 0, 1040, 0, 120068, 0, 192,
    0, 192, 0, 913, 0, 256, 0, 10835, 0, 260, 0, 120120, 0, 8289, 0, 197, 0, 197, 0, 119964, 0,
    8788, 0, 195, 0, 195, 0, 196, 0, 196, 0, 8726, 0, 10983, 0, 8966, 0, 1041, 0, 8757, 0, 8492, 0,
    914, 0, 120069, 0, 120121, 0, 728, 0, 8492, 0, 8782, 0, 1063, 0, 169, 0, 169, 0, 262, 0, 8914,
    0, 8517, 0, 8493, 0, 268, 0, 199, 0, 199, 0, 264, 0, 8752, 0, 266, 0, 184, 0, 183, 0, 8493, 0,
    935, 0, 8857, 0, 8854, 0, 8853, 0, 8855, 0, 8754, 0, 8221, 0, 8217, 0, 8759, 0, 10868, 0, 8801,
    0, 8751, 0, 8750, 0, 8450, 0, 8720, 0, 8755, 0, 10799, 0, 119966, 0, 8915, 0, 8781, 0, 8517, 0,
    10513, 0, 1026, 0, 1029, 0, 1039, 0, 8225, 0, 8609, 0, 10980, 0, 270, 0, 1044, 0, 8711, 0, 916,
    0, 120071, 0, 180, 0, 729, 0, 733, 0, 96, 0, 732, 0, 8900, 0, 8518, 0, 120123, 0, 168, 0, 8412,
    0, 8784, 0, 8751, 0, 168, 0, 8659, 0, 8656, 0, 8660, 0, 10980, 0, 10232, 0, 10234, 0, 10233, 0,
    8658, 0, 8872, 0, 8657, 0, 8661, 0, 8741, 0, 8595, 0, 10515, 0, 8693, 0, 785, 0, 10576, 0,
    10590, 0, 8637, 0, 10582, 0, 10591, 0, 8641, 0, 10583, 0, 8868, 0, 8615, 0, 8659, 0, 119967, 0,
    272, 0, 330, 0, 208, 0, 208, 0, 201, 0, 201, 0, 282, 0, 202, 0, 202, 0, 1069, 0, 278, 0, 120072,
    0, 200, 0, 200, 0, 8712, 0, 274, 0, 9723, 0, 9643, 0, 280, 0, 120124, 0, 917, 0, 10869, 0, 8770,
    0, 8652, 0, 8496, 0, 10867, 0, 919, 0, 203, 0, 203, 0, 8707, 0, 8519, 0, 1060, 0, 120073, 0,
    9724, 0, 9642, 0, 120125, 0, 8704, 0, 8497, 0, 8497, 0, 1027, 0, 62, 0, 62, 0, 915, 0, 988, 0,
    286, 0, 290, 0, 284, 0, 1043, 0, 288, 0, 120074, 0, 8921, 0, 120126, 0, 8805, 0, 8923, 0, 8807,
    0, 10914, 0, 8823, 0, 10878, 0, 8819, 0, 119970, 0, 8811, 0, 1066, 0, 711, 0, 94, 0, 292, 0,
    8460, 0, 8459, 0, 8461, 0, 9472, 0, 8459, 0, 294, 0, 8782, 0, 8783, 0, 1045, 0, 306, 0, 1025, 0,
    205, 0, 205, 0, 206, 0, 206, 0, 1048, 0, 304, 0, 8465, 0, 204, 0, 204, 0, 8465, 0, 298, 0, 8520,
    0, 8658, 0, 8748, 0, 8747, 0, 8898, 0, 8291, 0, 8290, 0, 302, 0, 120128, 0, 921, 0, 8464, 0,
    296, 0, 1030, 0, 207, 0, 207, 0, 308, 0, 1049, 0, 120077, 0, 120129, 0, 119973, 0, 1032, 0,
    1028, 0, 1061, 0, 1036, 0, 922, 0, 310, 0, 1050, 0, 120078, 0, 120130, 0, 119974, 0, 1033, 0,
    60, 0, 60, 0, 313, 0, 923, 0, 10218, 0, 8466, 0, 8606, 0, 317, 0, 315, 0, 1051, 0, 10216, 0,
    8592, 0, 8676, 0, 8646, 0, 8968, 0, 10214, 0, 10593, 0, 8643, 0, 10585, 0, 8970, 0, 8596, 0,
    10574, 0, 8867, 0, 8612, 0, 10586, 0, 8882, 0, 10703, 0, 8884, 0, 10577, 0, 10592, 0, 8639, 0,
    10584, 0, 8636, 0, 10578, 0, 8656, 0, 8660, 0, 8922, 0, 8806, 0, 8822, 0, 10913, 0, 10877, 0,
    8818, 0, 120079, 0, 8920, 0, 8666, 0, 319, 0, 10229, 0, 10231, 0, 10230, 0, 10232, 0, 10234, 0,
    10233, 0, 120131, 0, 8601, 0, 8600, 0, 8466, 0, 8624, 0, 321, 0, 8810, 0, 10501, 0, 1052, 0,
    8287, 0, 8499, 0, 120080, 0, 8723, 0, 120132, 0, 8499, 0, 924, 0, 1034, 0, 323, 0, 327, 0, 325,
    0, 1053, 0, 8203, 0, 8203, 0, 8203, 0, 8203, 0, 8811, 0, 8810, 0, 10, 0, 120081, 0, 8288, 0,
    160, 0, 8469, 0, 10988, 0, 8802, 0, 8813, 0, 8742, 0, 8713, 0, 8800, 0, 8770, 824, 8708, 0,
    8815, 0, 8817, 0, 8807, 824, 8811, 824, 8825, 0, 10878, 824, 8821, 0, 8782, 824, 8783, 824,
    8938, 0, 10703, 824, 8940, 0, 8814, 0, 8816, 0, 8824, 0, 8810, 824, 10877, 824, 8820, 0, 10914,
    824, 10913, 824, 8832, 0, 10927, 824, 8928, 0, 8716, 0, 8939, 0, 10704, 824, 8941, 0, 8847, 824,
    8930, 0, 8848, 824, 8931, 0, 8834, 8402, 8840, 0, 8833, 0, 10928, 824, 8929, 0, 8831, 824, 8835,
    8402, 8841, 0, 8769, 0, 8772, 0, 8775, 0, 8777, 0, 8740, 0, 119977, 0, 209, 0, 209, 0, 925, 0,
    338, 0, 211, 0, 211, 0, 212, 0, 212, 0, 1054, 0, 336, 0, 120082, 0, 210, 0, 210, 0, 332, 0, 937,
    0, 927, 0, 120134, 0, 8220, 0, 8216, 0, 10836, 0, 119978, 0, 216, 0, 216, 0, 213, 0, 213, 0,
    10807, 0, 214, 0, 214, 0, 8254, 0, 9182, 0, 9140, 0, 9180, 0, 8706, 0, 1055, 0, 120083, 0, 934,
    0, 928, 0, 177, 0, 8460, 0, 8473, 0, 10939, 0, 8826, 0, 10927, 0, 8828, 0, 8830, 0, 8243, 0,
    8719, 0, 8759, 0, 8733, 0, 119979, 0, 936, 0, 34, 0, 34, 0, 120084, 0, 8474, 0, 119980, 0,
    10512, 0, 174, 0, 174, 0, 340, 0, 10219, 0, 8608, 0, 10518, 0, 344, 0, 342, 0, 1056, 0, 8476, 0,
    8715, 0, 8651, 0, 10607, 0, 8476, 0, 929, 0, 10217, 0, 8594, 0, 8677, 0, 8644, 0, 8969, 0,
    10215, 0, 10589, 0, 8642, 0, 10581, 0, 8971, 0, 8866, 0, 8614, 0, 10587, 0, 8883, 0, 10704, 0,
    8885, 0, 10575, 0, 10588, 0, 8638, 0, 10580, 0, 8640, 0, 10579, 0, 8658, 0, 8477, 0, 10608, 0,
    8667, 0, 8475, 0, 8625, 0, 10740, 0, 1065, 0, 1064, 0, 1068, 0, 346, 0, 10940, 0, 352, 0, 350,
    0, 348, 0, 1057, 0, 120086, 0, 8595, 0, 8592, 0, 8594, 0, 8593, 0, 931, 0, 8728, 0, 120138, 0,
    8730, 0, 9633, 0, 8851, 0, 8847, 0, 8849, 0, 8848, 0, 8850, 0, 8852, 0, 119982, 0, 8902, 0,
    8912, 0, 8912, 0, 8838, 0, 8827, 0, 10928, 0, 8829, 0, 8831, 0, 8715, 0, 8721, 0, 8913, 0, 8835,
    0, 8839, 0, 8913, 0, 222, 0, 222, 0, 8482, 0, 1035, 0, 1062, 0, 9, 0, 932, 0, 356, 0, 354, 0,
    1058, 0, 120087, 0, 8756, 0, 920, 0, 8287, 8202, 8201, 0, 8764, 0, 8771, 0, 8773, 0, 8776, 0,
    120139, 0, 8411, 0, 119983, 0, 358, 0, 218, 0, 218, 0, 8607, 0, 10569, 0, 1038, 0, 364, 0, 219,
    0, 219, 0, 1059, 0, 368, 0, 120088, 0, 217, 0, 217, 0, 362, 0, 95, 0, 9183, 0, 9141, 0, 9181, 0,
    8899, 0, 8846, 0, 370, 0, 120140, 0, 8593, 0, 10514, 0, 8645, 0, 8597, 0, 10606, 0, 8869, 0,
    8613, 0, 8657, 0, 8661, 0, 8598, 0, 8599, 0, 978, 0, 933, 0, 366, 0, 119984, 0, 360, 0, 220, 0,
    220, 0, 8875, 0, 10987, 0, 1042, 0, 8873, 0, 10982, 0, 8897, 0, 8214, 0, 8214, 0, 8739, 0, 124,
    0, 10072, 0, 8768, 0, 8202, 0, 120089, 0, 120141, 0, 119985, 0, 8874, 0, 372, 0, 8896, 0,
    120090, 0, 120142, 0, 119986, 0, 120091, 0, 926, 0, 120143, 0, 119987, 0, 1071, 0, 1031, 0,
    1070, 0, 221, 0, 221, 0, 374, 0, 1067, 0, 120092, 0, 120144, 0, 119988, 0, 376, 0, 1046, 0, 377,
    0, 381, 0, 1047, 0, 379, 0, 8203, 0, 918, 0, 8488, 0, 8484, 0, 119989, 0, 225, 0, 225, 0, 259,
    0, 8766, 0, 8766, 819, 8767, 0, 226, 0, 226, 0, 180, 0, 180, 0, 1072, 0, 230, 0, 230, 0, 8289,
    0, 120094, 0, 224, 0, 224, 0, 8501, 0, 8501, 0, 945, 0, 257, 0, 10815, 0, 38, 0, 38, 0, 8743, 0,
    10837, 0, 10844, 0, 10840, 0, 10842, 0, 8736, 0, 10660, 0, 8736, 0, 8737, 0, 10664, 0, 10665, 0,
    10666, 0, 10667, 0, 10668, 0, 10669, 0, 10670, 0, 10671, 0, 8735, 0, 8894, 0, 10653, 0, 8738, 0,
    197, 0, 9084, 0, 261, 0, 120146, 0, 8776, 0, 10864, 0, 10863, 0, 8778, 0, 8779, 0, 39, 0, 8776,
    0, 8778, 0, 229, 0, 229, 0, 119990, 0, 42, 0, 8776, 0, 8781, 0, 227, 0, 227, 0, 228, 0, 228, 0,
    8755, 0, 10769, 0, 10989, 0, 8780, 0, 1014, 0, 8245, 0, 8765, 0, 8909, 0, 8893, 0, 8965, 0,
    8965, 0, 9141, 0, 9142, 0, 8780, 0, 1073, 0, 8222, 0, 8757, 0, 8757, 0, 10672, 0, 1014, 0, 8492,
    0, 946, 0, 8502, 0, 8812, 0, 120095, 0, 8898, 0, 9711, 0, 8899, 0, 10752, 0, 10753, 0, 10754, 0,
    10758, 0, 9733, 0, 9661, 0, 9651, 0, 10756, 0, 8897, 0, 8896, 0, 10509, 0, 10731, 0, 9642, 0,
    9652, 0, 9662, 0, 9666, 0, 9656, 0, 9251, 0, 9618, 0, 9617, 0, 9619, 0, 9608, 0, 61, 8421, 8801,
    8421, 8976, 0, 120147, 0, 8869, 0, 8869, 0, 8904, 0, 9559, 0, 9556, 0, 9558, 0, 9555, 0, 9552,
    0, 9574, 0, 9577, 0, 9572, 0, 9575, 0, 9565, 0, 9562, 0, 9564, 0, 9561, 0, 9553, 0, 9580, 0,
    9571, 0, 9568, 0, 9579, 0, 9570, 0, 9567, 0, 10697, 0, 9557, 0, 9554, 0, 9488, 0, 9484, 0, 9472,
    0, 9573, 0, 9576, 0, 9516, 0, 9524, 0, 8863, 0, 8862, 0, 8864, 0, 9563, 0, 9560, 0, 9496, 0,
    9492, 0, 9474, 0, 9578, 0, 9569, 0, 9566, 0, 9532, 0, 9508, 0, 9500, 0, 8245, 0, 728, 0, 166, 0,
    166, 0, 119991, 0, 8271, 0, 8765, 0, 8909, 0, 92, 0, 10693, 0, 10184, 0, 8226, 0, 8226, 0, 8782,
    0, 10926, 0, 8783, 0, 8783, 0, 263, 0, 8745, 0, 10820, 0, 10825, 0, 10827, 0, 10823, 0, 10816,
    0, 8745, 65024, 8257, 0, 711, 0, 10829, 0, 269, 0, 231, 0, 231, 0, 265, 0, 10828, 0, 10832, 0,
    267, 0, 184, 0, 184, 0, 10674, 0, 162, 0, 162, 0, 183, 0, 120096, 0, 1095, 0, 10003, 0, 10003,
    0, 967, 0, 9675, 0, 10691, 0, 710, 0, 8791, 0, 8634, 0, 8635, 0, 174, 0, 9416, 0, 8859, 0, 8858,
    0, 8861, 0, 8791, 0, 10768, 0, 10991, 0, 10690, 0, 9827, 0, 9827, 0, 58, 0, 8788, 0, 8788, 0,
    44, 0, 64, 0, 8705, 0, 8728, 0, 8705, 0, 8450, 0, 8773, 0, 10861, 0, 8750, 0, 120148, 0, 8720,
    0, 169, 0, 169, 0, 8471, 0, 8629, 0, 10007, 0, 119992, 0, 10959, 0, 10961, 0, 10960, 0, 10962,
    0, 8943, 0, 10552, 0, 10549, 0, 8926, 0, 8927, 0, 8630, 0, 10557, 0, 8746, 0, 10824, 0, 10822,
    0, 10826, 0, 8845, 0, 10821, 0, 8746, 65024, 8631, 0, 10556, 0, 8926, 0, 8927, 0, 8910, 0, 8911,
    0, 164, 0, 164, 0, 8630, 0, 8631, 0, 8910, 0, 8911, 0, 8754, 0, 8753, 0, 9005, 0, 8659, 0,
    10597, 0, 8224, 0, 8504, 0, 8595, 0, 8208, 0, 8867, 0, 10511, 0, 733, 0, 271, 0, 1076, 0, 8518,
    0, 8225, 0, 8650, 0, 10871, 0, 176, 0, 176, 0, 948, 0, 10673, 0, 10623, 0, 120097, 0, 8643, 0,
    8642, 0, 8900, 0, 8900, 0, 9830, 0, 9830, 0, 168, 0, 989, 0, 8946, 0, 247, 0, 247, 0, 247, 0,
    8903, 0, 8903, 0, 1106, 0, 8990, 0, 8973, 0, 36, 0, 120149, 0, 729, 0, 8784, 0, 8785, 0, 8760,
    0, 8724, 0, 8865, 0, 8966, 0, 8595, 0, 8650, 0, 8643, 0, 8642, 0, 10512, 0, 8991, 0, 8972, 0,
    119993, 0, 1109, 0, 10742, 0, 273, 0, 8945, 0, 9663, 0, 9662, 0, 8693, 0, 10607, 0, 10662, 0,
    1119, 0, 10239, 0, 10871, 0, 8785, 0, 233, 0, 233, 0, 10862, 0, 283, 0, 8790, 0, 234, 0, 234, 0,
    8789, 0, 1101, 0, 279, 0, 8519, 0, 8786, 0, 120098, 0, 10906, 0, 232, 0, 232, 0, 10902, 0,
    10904, 0, 10905, 0, 9191, 0, 8467, 0, 10901, 0, 10903, 0, 275, 0, 8709, 0, 8709, 0, 8709, 0,
    8196, 0, 8197, 0, 8195, 0, 331, 0, 8194, 0, 281, 0, 120150, 0, 8917, 0, 10723, 0, 10865, 0, 949,
    0, 949, 0, 1013, 0, 8790, 0, 8789, 0, 8770, 0, 10902, 0, 10901, 0, 61, 0, 8799, 0, 8801, 0,
    10872, 0, 10725, 0, 8787, 0, 10609, 0, 8495, 0, 8784, 0, 8770, 0, 951, 0, 240, 0, 240, 0, 235,
    0, 235, 0, 8364, 0, 33, 0, 8707, 0, 8496, 0, 8519, 0, 8786, 0, 1092, 0, 9792, 0, 64259, 0,
    64256, 0, 64260, 0, 120099, 0, 64257, 0, 102, 106, 9837, 0, 64258, 0, 9649, 0, 402, 0, 120151,
    0, 8704, 0, 8916, 0, 10969, 0, 10765, 0, 189, 0, 189, 0, 8531, 0, 188, 0, 188, 0, 8533, 0, 8537,
    0, 8539, 0, 8532, 0, 8534, 0, 190, 0, 190, 0, 8535, 0, 8540, 0, 8536, 0, 8538, 0, 8541, 0, 8542,
    0, 8260, 0, 8994, 0, 119995, 0, 8807, 0, 10892, 0, 501, 0, 947, 0, 989, 0, 10886, 0, 287, 0,
    285, 0, 1075, 0, 289, 0, 8805, 0, 8923, 0, 8805, 0, 8807, 0, 10878, 0, 10878, 0, 10921, 0,
    10880, 0, 10882, 0, 10884, 0, 8923, 65024, 10900, 0, 120100, 0, 8811, 0, 8921, 0, 8503, 0, 1107,
    0, 8823, 0, 10898, 0, 10917, 0, 10916, 0, 8809, 0, 10890, 0, 10890, 0, 10888, 0, 10888, 0, 8809,
    0, 8935, 0, 120152, 0, 96, 0, 8458, 0, 8819, 0, 10894, 0, 10896, 0, 62, 0, 62, 0, 10919, 0,
    10874, 0, 8919, 0, 10645, 0, 10876, 0, 10886, 0, 10616, 0, 8919, 0, 8923, 0, 10892, 0, 8823, 0,
    8819, 0, 8809, 65024, 8809, 65024, 8660, 0, 8202, 0, 189, 0, 8459, 0, 1098, 0, 8596, 0, 10568,
    0, 8621, 0, 8463, 0, 293, 0, 9829, 0, 9829, 0, 8230, 0, 8889, 0, 120101, 0, 10533, 0, 10534, 0,
    8703, 0, 8763, 0, 8617, 0, 8618, 0, 120153, 0, 8213, 0, 119997, 0, 8463, 0, 295, 0, 8259, 0,
    8208, 0, 237, 0, 237, 0, 8291, 0, 238, 0, 238, 0, 1080, 0, 1077, 0, 161, 0, 161, 0, 8660, 0,
    120102, 0, 236, 0, 236, 0, 8520, 0, 10764, 0, 8749, 0, 10716, 0, 8489, 0, 307, 0, 299, 0, 8465,
    0, 8464, 0, 8465, 0, 305, 0, 8887, 0, 437, 0, 8712, 0, 8453, 0, 8734, 0, 10717, 0, 305, 0, 8747,
    0, 8890, 0, 8484, 0, 8890, 0, 10775, 0, 10812, 0, 1105, 0, 303, 0, 120154, 0, 953, 0, 10812, 0,
    191, 0, 191, 0, 119998, 0, 8712, 0, 8953, 0, 8949, 0, 8948, 0, 8947, 0, 8712, 0, 8290, 0, 297,
    0, 1110, 0, 239, 0, 239, 0, 309, 0, 1081, 0, 120103, 0, 567, 0, 120155, 0, 119999, 0, 1112, 0,
    1108, 0, 954, 0, 1008, 0, 311, 0, 1082, 0, 120104, 0, 312, 0, 1093, 0, 1116, 0, 120156, 0,
    120000, 0, 8666, 0, 8656, 0, 10523, 0, 10510, 0, 8806, 0, 10891, 0, 10594, 0, 314, 0, 10676, 0,
    8466, 0, 955, 0, 10216, 0, 10641, 0, 10216, 0, 10885, 0, 171, 0, 171, 0, 8592, 0, 8676, 0,
    10527, 0, 10525, 0, 8617, 0, 8619, 0, 10553, 0, 10611, 0, 8610, 0, 10923, 0, 10521, 0, 10925, 0,
    10925, 65024, 10508, 0, 10098, 0, 123, 0, 91, 0, 10635, 0, 10639, 0, 10637, 0, 318, 0, 316, 0,
    8968, 0, 123, 0, 1083, 0, 10550, 0, 8220, 0, 8222, 0, 10599, 0, 10571, 0, 8626, 0, 8804, 0,
    8592, 0, 8610, 0, 8637, 0, 8636, 0, 8647, 0, 8596, 0, 8646, 0, 8651, 0, 8621, 0, 8907, 0, 8922,
    0, 8804, 0, 8806, 0, 10877, 0, 10877, 0, 10920, 0, 10879, 0, 10881, 0, 10883, 0, 8922, 65024,
    10899, 0, 10885, 0, 8918, 0, 8922, 0, 10891, 0, 8822, 0, 8818, 0, 10620, 0, 8970, 0, 120105, 0,
    8822, 0, 10897, 0, 8637, 0, 8636, 0, 10602, 0, 9604, 0, 1113, 0, 8810, 0, 8647, 0, 8990, 0,
    10603, 0, 9722, 0, 320, 0, 9136, 0, 9136, 0, 8808, 0, 10889, 0, 10889, 0, 10887, 0, 10887, 0,
    8808, 0, 8934, 0, 10220, 0, 8701, 0, 10214, 0, 10229, 0, 10231, 0, 10236, 0, 10230, 0, 8619, 0,
    8620, 0, 10629, 0, 120157, 0, 10797, 0, 10804, 0, 8727, 0, 95, 0, 9674, 0, 9674, 0, 10731, 0,
    40, 0, 10643, 0, 8646, 0, 8991, 0, 8651, 0, 10605, 0, 8206, 0, 8895, 0, 8249, 0, 120001, 0,
    8624, 0, 8818, 0, 10893, 0, 10895, 0, 91, 0, 8216, 0, 8218, 0, 322, 0, 60, 0, 60, 0, 10918, 0,
    10873, 0, 8918, 0, 8907, 0, 8905, 0, 10614, 0, 10875, 0, 10646, 0, 9667, 0, 8884, 0, 9666, 0,
    10570, 0, 10598, 0, 8808, 65024, 8808, 65024, 8762, 0, 175, 0, 175, 0, 9794, 0, 10016, 0, 10016,
    0, 8614, 0, 8614, 0, 8615, 0, 8612, 0, 8613, 0, 9646, 0, 10793, 0, 1084, 0, 8212, 0, 8737, 0,
    120106, 0, 8487, 0, 181, 0, 181, 0, 8739, 0, 42, 0, 10992, 0, 183, 0, 183, 0, 8722, 0, 8863, 0,
    8760, 0, 10794, 0, 10971, 0, 8230, 0, 8723, 0, 8871, 0, 120158, 0, 8723, 0, 120002, 0, 8766, 0,
    956, 0, 8888, 0, 8888, 0, 8921, 824, 8811, 8402, 8811, 824, 8653, 0, 8654, 0, 8920, 824, 8810,
    8402, 8810, 824, 8655, 0, 8879, 0, 8878, 0, 8711, 0, 324, 0, 8736, 8402, 8777, 0, 10864, 824,
    8779, 824, 329, 0, 8777, 0, 9838, 0, 9838, 0, 8469, 0, 160, 0, 160, 0, 8782, 824, 8783, 824,
    10819, 0, 328, 0, 326, 0, 8775, 0, 10861, 824, 10818, 0, 1085, 0, 8211, 0, 8800, 0, 8663, 0,
    10532, 0, 8599, 0, 8599, 0, 8784, 824, 8802, 0, 10536, 0, 8770, 824, 8708, 0, 8708, 0, 120107,
    0, 8807, 824, 8817, 0, 8817, 0, 8807, 824, 10878, 824, 10878, 824, 8821, 0, 8815, 0, 8815, 0,
    8654, 0, 8622, 0, 10994, 0, 8715, 0, 8956, 0, 8954, 0, 8715, 0, 1114, 0, 8653, 0, 8806, 824,
    8602, 0, 8229, 0, 8816, 0, 8602, 0, 8622, 0, 8816, 0, 8806, 824, 10877, 824, 10877, 824, 8814,
    0, 8820, 0, 8814, 0, 8938, 0, 8940, 0, 8740, 0, 120159, 0, 172, 0, 172, 0, 8713, 0, 8953, 824,
    8949, 824, 8713, 0, 8951, 0, 8950, 0, 8716, 0, 8716, 0, 8958, 0, 8957, 0, 8742, 0, 8742, 0,
    11005, 8421, 8706, 824, 10772, 0, 8832, 0, 8928, 0, 10927, 824, 8832, 0, 10927, 824, 8655, 0,
    8603, 0, 10547, 824, 8605, 824, 8603, 0, 8939, 0, 8941, 0, 8833, 0, 8929, 0, 10928, 824, 120003,
    0, 8740, 0, 8742, 0, 8769, 0, 8772, 0, 8772, 0, 8740, 0, 8742, 0, 8930, 0, 8931, 0, 8836, 0,
    10949, 824, 8840, 0, 8834, 8402, 8840, 0, 10949, 824, 8833, 0, 10928, 824, 8837, 0, 10950, 824,
    8841, 0, 8835, 8402, 8841, 0, 10950, 824, 8825, 0, 241, 0, 241, 0, 8824, 0, 8938, 0, 8940, 0,
    8939, 0, 8941, 0, 957, 0, 35, 0, 8470, 0, 8199, 0, 8877, 0, 10500, 0, 8781, 8402, 8876, 0, 8805,
    8402, 62, 8402, 10718, 0, 10498, 0, 8804, 8402, 60, 8402, 8884, 8402, 10499, 0, 8885, 8402,
    8764, 8402, 8662, 0, 10531, 0, 8598, 0, 8598, 0, 10535, 0, 9416, 0, 243, 0, 243, 0, 8859, 0,
    8858, 0, 244, 0, 244, 0, 1086, 0, 8861, 0, 337, 0, 10808, 0, 8857, 0, 10684, 0, 339, 0, 10687,
    0, 120108, 0, 731, 0, 242, 0, 242, 0, 10689, 0, 10677, 0, 937, 0, 8750, 0, 8634, 0, 10686, 0,
    10683, 0, 8254, 0, 10688, 0, 333, 0, 969, 0, 959, 0, 10678, 0, 8854, 0, 120160, 0, 10679, 0,
    10681, 0, 8853, 0, 8744, 0, 8635, 0, 10845, 0, 8500, 0, 8500, 0, 170, 0, 170, 0, 186, 0, 186, 0,
    8886, 0, 10838, 0, 10839, 0, 10843, 0, 8500, 0, 248, 0, 248, 0, 8856, 0, 245, 0, 245, 0, 8855,
    0, 10806, 0, 246, 0, 246, 0, 9021, 0, 8741, 0, 182, 0, 182, 0, 8741, 0, 10995, 0, 11005, 0,
    8706, 0, 1087, 0, 37, 0, 46, 0, 8240, 0, 8869, 0, 8241, 0, 120109, 0, 966, 0, 981, 0, 8499, 0,
    9742, 0, 960, 0, 8916, 0, 982, 0, 8463, 0, 8462, 0, 8463, 0, 43, 0, 10787, 0, 8862, 0, 10786, 0,
    8724, 0, 10789, 0, 10866, 0, 177, 0, 177, 0, 10790, 0, 10791, 0, 177, 0, 10773, 0, 120161, 0,
    163, 0, 163, 0, 8826, 0, 10931, 0, 10935, 0, 8828, 0, 10927, 0, 8826, 0, 10935, 0, 8828, 0,
    10927, 0, 10937, 0, 10933, 0, 8936, 0, 8830, 0, 8242, 0, 8473, 0, 10933, 0, 10937, 0, 8936, 0,
    8719, 0, 9006, 0, 8978, 0, 8979, 0, 8733, 0, 8733, 0, 8830, 0, 8880, 0, 120005, 0, 968, 0, 8200,
    0, 120110, 0, 10764, 0, 120162, 0, 8279, 0, 120006, 0, 8461, 0, 10774, 0, 63, 0, 8799, 0, 34, 0,
    34, 0, 8667, 0, 8658, 0, 10524, 0, 10511, 0, 10596, 0, 8765, 817, 341, 0, 8730, 0, 10675, 0,
    10217, 0, 10642, 0, 10661, 0, 10217, 0, 187, 0, 187, 0, 8594, 0, 10613, 0, 8677, 0, 10528, 0,
    10547, 0, 10526, 0, 8618, 0, 8620, 0, 10565, 0, 10612, 0, 8611, 0, 8605, 0, 10522, 0, 8758, 0,
    8474, 0, 10509, 0, 10099, 0, 125, 0, 93, 0, 10636, 0, 10638, 0, 10640, 0, 345, 0, 343, 0, 8969,
    0, 125, 0, 1088, 0, 10551, 0, 10601, 0, 8221, 0, 8221, 0, 8627, 0, 8476, 0, 8475, 0, 8476, 0,
    8477, 0, 9645, 0, 174, 0, 174, 0, 10621, 0, 8971, 0, 120111, 0, 8641, 0, 8640, 0, 10604, 0, 961,
    0, 1009, 0, 8594, 0, 8611, 0, 8641, 0, 8640, 0, 8644, 0, 8652, 0, 8649, 0, 8605, 0, 8908, 0,
    730, 0, 8787, 0, 8644, 0, 8652, 0, 8207, 0, 9137, 0, 9137, 0, 10990, 0, 10221, 0, 8702, 0,
    10215, 0, 10630, 0, 120163, 0, 10798, 0, 10805, 0, 41, 0, 10644, 0, 10770, 0, 8649, 0, 8250, 0,
    120007, 0, 8625, 0, 93, 0, 8217, 0, 8217, 0, 8908, 0, 8906, 0, 9657, 0, 8885, 0, 9656, 0, 10702,
    0, 10600, 0, 8478, 0, 347, 0, 8218, 0, 8827, 0, 10932, 0, 10936, 0, 353, 0, 8829, 0, 10928, 0,
    351, 0, 349, 0, 10934, 0, 10938, 0, 8937, 0, 10771, 0, 8831, 0, 1089, 0, 8901, 0, 8865, 0,
    10854, 0, 8664, 0, 10533, 0, 8600, 0, 8600, 0, 167, 0, 167, 0, 59, 0, 10537, 0, 8726, 0, 8726,
    0, 10038, 0, 120112, 0, 8994, 0, 9839, 0, 1097, 0, 1096, 0, 8739, 0, 8741, 0, 173, 0, 173, 0,
    963, 0, 962, 0, 962, 0, 8764, 0, 10858, 0, 8771, 0, 8771, 0, 10910, 0, 10912, 0, 10909, 0,
    10911, 0, 8774, 0, 10788, 0, 10610, 0, 8592, 0, 8726, 0, 10803, 0, 10724, 0, 8739, 0, 8995, 0,
    10922, 0, 10924, 0, 10924, 65024, 1100, 0, 47, 0, 10692, 0, 9023, 0, 120164, 0, 9824, 0, 9824,
    0, 8741, 0, 8851, 0, 8851, 65024, 8852, 0, 8852, 65024, 8847, 0, 8849, 0, 8847, 0, 8849, 0,
    8848, 0, 8850, 0, 8848, 0, 8850, 0, 9633, 0, 9633, 0, 9642, 0, 9642, 0, 8594, 0, 120008, 0,
    8726, 0, 8995, 0, 8902, 0, 9734, 0, 9733, 0, 1013, 0, 981, 0, 175, 0, 8834, 0, 10949, 0, 10941,
    0, 8838, 0, 10947, 0, 10945, 0, 10955, 0, 8842, 0, 10943, 0, 10617, 0, 8834, 0, 8838, 0, 10949,
    0, 8842, 0, 10955, 0, 10951, 0, 10965, 0, 10963, 0, 8827, 0, 10936, 0, 8829, 0, 10928, 0, 10938,
    0, 10934, 0, 8937, 0, 8831, 0, 8721, 0, 9834, 0, 185, 0, 185, 0, 178, 0, 178, 0, 179, 0, 179, 0,
    8835, 0, 10950, 0, 10942, 0, 10968, 0, 8839, 0, 10948, 0, 10185, 0, 10967, 0, 10619, 0, 10946,
    0, 10956, 0, 8843, 0, 10944, 0, 8835, 0, 8839, 0, 10950, 0, 8843, 0, 10956, 0, 10952, 0, 10964,
    0, 10966, 0, 8665, 0, 10534, 0, 8601, 0, 8601, 0, 10538, 0, 223, 0, 223, 0, 8982, 0, 964, 0,
    9140, 0, 357, 0, 355, 0, 1090, 0, 8411, 0, 8981, 0, 120113, 0, 8756, 0, 8756, 0, 952, 0, 977, 0,
    977, 0, 8776, 0, 8764, 0, 8201, 0, 8776, 0, 8764, 0, 254, 0, 254, 0, 732, 0, 215, 0, 215, 0,
    8864, 0, 10801, 0, 10800, 0, 8749, 0, 10536, 0, 8868, 0, 9014, 0, 10993, 0, 120165, 0, 10970, 0,
    10537, 0, 8244, 0, 8482, 0, 9653, 0, 9663, 0, 9667, 0, 8884, 0, 8796, 0, 9657, 0, 8885, 0, 9708,
    0, 8796, 0, 10810, 0, 10809, 0, 10701, 0, 10811, 0, 9186, 0, 120009, 0, 1094, 0, 1115, 0, 359,
    0, 8812, 0, 8606, 0, 8608, 0, 8657, 0, 10595, 0, 250, 0, 250, 0, 8593, 0, 1118, 0, 365, 0, 251,
    0, 251, 0, 1091, 0, 8645, 0, 369, 0, 10606, 0, 10622, 0, 120114, 0, 249, 0, 249, 0, 8639, 0,
    8638, 0, 9600, 0, 8988, 0, 8988, 0, 8975, 0, 9720, 0, 363, 0, 168, 0, 168, 0, 371, 0, 120166, 0,
    8593, 0, 8597, 0, 8639, 0, 8638, 0, 8846, 0, 965, 0, 978, 0, 965, 0, 8648, 0, 8989, 0, 8989, 0,
    8974, 0, 367, 0, 9721, 0, 120010, 0, 8944, 0, 361, 0, 9653, 0, 9652, 0, 8648, 0, 252, 0, 252, 0,
    10663, 0, 8661, 0, 10984, 0, 10985, 0, 8872, 0, 10652, 0, 1013, 0, 1008, 0, 8709, 0, 981, 0,
    982, 0, 8733, 0, 8597, 0, 1009, 0, 962, 0, 8842, 65024, 10955, 65024, 8843, 65024, 10956, 65024,
    977, 0, 8882, 0, 8883, 0, 1074, 0, 8866, 0, 8744, 0, 8891, 0, 8794, 0, 8942, 0, 124, 0, 124, 0,
    120115, 0, 8882, 0, 8834, 8402, 8835, 8402, 120167, 0, 8733, 0, 8883, 0, 120011, 0, 10955,
    65024, 8842, 65024, 10956, 65024, 8843, 65024, 10650, 0, 373, 0, 10847, 0, 8743, 0, 8793, 0,
    8472, 0, 120116, 0, 120168, 0, 8472, 0, 8768, 0, 8768, 0, 120012, 0, 8898, 0, 9711, 0, 8899, 0,
    9661, 0, 120117, 0, 10234, 0, 10231, 0, 958, 0, 10232, 0, 10229, 0, 10236, 0, 8955, 0, 10752, 0,
    120169, 0, 10753, 0, 10754, 0, 10233, 0, 10230, 0, 120013, 0, 10758, 0, 10756, 0, 9651, 0, 8897,
    0, 8896, 0, 253, 0, 253, 0, 1103, 0, 375, 0, 1099, 0, 165, 0, 165, 0, 120118, 0, 1111, 0,
    120170, 0, 120014, 0, 1102, 0, 255, 0, 255, 0, 378, 0, 382, 0, 1079, 0, 380, 0, 8488, 0, 950, 0,
    120119, 0, 1078, 0, 8669, 0, 120171, 0, 120015, 0, 8205, 0, 8204, 0,
};
