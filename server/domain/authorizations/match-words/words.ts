/** Plain words of three to seven letters, no two a letter apart (tested). Our own list, so that it never changes. */
export const WORDS: readonly string[] = `
  abacus acorn acrobat actor adobe aerial agate airport airship album alcove alder almanac almond alpine amazing
  amber amuse anchor animal anthem antique antler apex apple apricot apron aquatic arbor arcade archer archway arctic
  arena aroma arrow artful artist artwork ashore aspen aster athlete atlas attic auburn august aurora autumn avocado
  awake awning axle azalea azure badge bagel bagpipe baker balance balcony ballad ballast ballet balloon balsam
  bamboo banana banjo banner barista barley barn barrel basil basket bathtub bazaar beacon beagle beanbag beaver
  bedrock beehive beetle begonia belfry belong bench beret beyond bicycle birch biscuit bison bistro blanket blazer
  blender blimp blossom blue bluish bobcat bonfire bonnet bonsai bonus bookend bottle bouncy bouquet boxcar boxwood
  bracket bramble branch brass bravo breeze brick bridge brioche brocade bronze brook broth brownie bubble bucket
  buckle buffalo buffet bugle builder bumper bundle bunny burlap burrow bushel butter button cabbage cabin cable
  cactus cadence cadet cake calico camel camera campus canary candid candle candy canoe canvas canyon captain caramel
  caravan cargo carpet carrot cartoon cascade cashew castle casual cavern cayenne cedar celery cello century ceramic
  chalk chariot charm chatter cheddar cheese cherry chess chili chimney cider cinema circle circus citrus city
  clarity classic classy clay clever cliff clipper clock cloud coach coast coaster cobalt cobbler cockpit cocoa
  coconut coffee colony comet comfort comic compass concert condor cookie copper corner cottage cotton cougar country
  courage cousin cowboy coyote cozy cracker cradle craft crane crater crayon cream creek cricket crimson crispy
  crocus crown cruise crunchy crystal cuckoo culture cupcake curious curry curtain cushion cyclone cypress dahlia
  dainty dairy dancer daring dawn dazzle delight delta denim dessert diamond diary dinner disco doctor dolphin domino
  donkey dove dragon drawer drifter drizzle duchess duet dune durable dynamo early earth easel easy echo eclair
  eclipse elastic elegant elm emblem emerald energy enjoy ermine evening exotic explore express fabric fairway falcon
  family famous fancy fanfare farmer fashion feather fedora fennel fern ferry festive fiddle field fiesta finch
  finish firefly fjord flag flame flannel flask flavor fleece flicker flight flora florist fluffy flute focus foggy
  folk fondue forest fortune forum fossil fox freckle freedom fresh friend frolic frosty fruit fudge future gadget
  galaxy gallery gallop garage garden garland garlic garnet gazebo gazelle gecko gentle genuine geyser giant giggle
  ginger giraffe glacier glad glass glider glimmer glisten globe glory glossy goblet goggles golden gondola goose
  gopher gourmet grain grand granite grape gravel gravity gravy green griddle groovy grotto grove guitar gull gumdrop
  gymnast halibut hamlet hammock hamster happy hardy harmony harp harvest haven hawk hazel hedge helmet helpful heron
  herring hickory hilltop hippo history hobby hockey holiday hollow honest honey hoop hopeful horizon hotel humble
  humming husky iceberg icicle igloo iguana impala indigo insect insight invite island ivory ivy jacket jackpot
  jaguar january jasmine jasper jelly jersey jewel jigsaw journal journey joyful jubilee judo juggle juice jukebox
  jumbo junior juniper kayak keeper kettle kickoff kindly kindred kingdom kingpin kitchen kite kitten kiwi koala
  ladder lagoon lamp lantern laptop larch lasagna latte laurel leader legend leisure lemon lemur lentil leopard
  letter lettuce liberty library lichen lilac lily lime linen lion lively lizard llama lobster locket lodge logic
  lotus lucky lullaby lumber lunar lunch lynx lyric magenta magic magical magnet magpie mailbox mallard mammoth mango
  mantle maple marble marina market marlin marmot maroon marquee marvel mascot meadow medal melodic melody melon
  memory mentor mermaid meteor metro midday mighty milk miller mimosa mint mirror mocha modern mohair moment monarch
  monsoon morning mosaic moss motor muffin mural museum music mystery napkin narwhal nature navy nebula nectar needle
  nephew nest network nickel nimble noble nomad noodle north nougat novel nugget nutmeg nylon oasis oatmeal oboe
  ocean octave octopus olive omega omelet onion onyx opal opera orange orbit orchard orchid oregano origami oriole
  osprey ostrich otter outdoor outfit owl oxygen oyster paddle pageant pagoda pajamas palace palm pancake panda panel
  pansy panther papaya paper paprika parade parasol parfait park parsley parsnip partner pasta pastel pasture pathway
  patio pattern peach peacock peanut pebble pecan pelican pencil pendant penguin pepper perfect perfume petunia
  phoenix photo piano piccolo picnic picture pigeon pillow pilot pine pioneer pitcher pixel pizza plaid planet
  playful plaza plush podium poem poetry polar polite polka polo poncho pony popcorn poppy porch portal poster potato
  pottery prairie present pretzel prince printer prism promise proud pudding pumpkin puppet purple puzzle pyramid
  quail quaint quarter quartz queen quest quick quiet quill quinoa quiver quokka rabbit raccoon radar radiant radio
  radish rainbow rainy raisin rally ranger rapid ravioli ready recipe record redwood reef reflex regal reggae relax
  relish reward rhyme rhythm ribbon rice ripple rising river roadway robin robot robust rodeo rooftop rooster rosebud
  rosy rotunda rounded rowboat royal royalty ruby rumba runner runway rustic safari saffron sailor salad salmon salsa
  salute sample sandal sandbar sardine satchel satin saucer savanna scallop scarf scarlet scenic scholar school
  science scooter scout scroll seafood seagull seaside season sequoia serene sesame shadow shady shelf shelter
  sherbet shiny shovel shrimp shuffle shutter signal silky silver sincere sister skating sketch skillet skipper
  skylark skyline sleigh slope smile smooth snail snapper sneaker snowman snowy soccer sofa sonata sorbet south
  spaniel sparkle sparrow special speckle spice spider spinach spiral spirit splash spoon spotted springy spruce
  squash squid stable stadium stamp starlit station statue steady steamer stellar stereo stitch storm stream street
  string student studio subway success sugar summer summit sundae sunrise sunset superb supper surf swallow swan
  sweater swift swing swirl syrup tadpole talent tangelo target taxi teacher teacup teapot tempo tender tennis tent
  terrace thicket thistle thrifty thrive thunder tidal tidbit tiger timber tinker tinsel tiptoe titan tomato topaz
  toucan tourist towel toyland tractor trail trellis tribute trolley trophy tropic trout truffle trumpet trusty
  tugboat tulip tuna tundra tunnel turkey turnip turtle tutor tuxedo twinkle twist ukulele uncle unicorn uniform
  unique unity upbeat upland upright upward urban useful utopia valley valor vanilla velvet veranda vibrant victor
  village vintage vinyl viola violet violin virtue vision vitamin vivid volcano voyage wagon walkway walnut walrus
  warbler warm watch water weekend welcome wheat whisper widget wildcat window winter wisdom witty wombat woolly
  workout worthy wreath yacht yellow yodel yoga yogurt zebra zenith zephyr zesty zigzag zinc zinnia zipper zodiac
`
  .trim()
  .split(/\s+/);
