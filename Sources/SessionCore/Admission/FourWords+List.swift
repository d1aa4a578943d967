extension FourWords {
  /// The words, in the order of the alphabet: 3 to 8 letters, none a letter away from another.
  package static let list: [String] = text.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let text = """
    abroad absorb accent access acid acorn across action active actor adapt adjust adult advice
    aerial affair afford afraid agenda agile agree ahead aim aisle alarm album alcove alert alien
    alive almond alpha alpine also altar always amber ambush amount amuse anchor angel angle animal
    annual answer antler anvil apart appear apple april apron arcade arctic arena argue armor army
    aroma arrive art artist ascend aside aspen assist atlas atom attach attic auburn august aunt
    author autumn avenue awake award awful axis axle baboon baby badger bagel bakery ballad ballet
    bamboo banana bandit banjo banker barley baron barrel basalt base basil basket bazaar beach
    beacon beagle beard beauty beaver become beetle before began behave behind belief belong bequest
    berry beside best beta betray better between beyond bicycle bigger billion binary bingo biology
    biplane birch bird biscuit bishop bison blacken blanket blast blaze blender blimp blind blood
    blossom blouse blue blush boat bobcat bobsled body boiler bonfire bonus boring borrow botany
    bottle bottom boulder bounce bouquet boxcar boxer brain branch brass brave bread breakup breeze
    brick bridge bright bronze broom brother brown bubble bucket buckle budget buffalo buffet bugle
    builder bulb bulldog bumper bundle bunny burden bureau burger busy butcher butler button buzzard
    cabaret cabbage cabin cable cactus cafe cairn calcium calm calypso camel camera campus canal
    canary cancel candid candle canine cannon canoe canteen canvas capital capsule captain carafe
    caramel caravan carbon career cargo caribou carpet carrot cartoon cascade cashew casino castle
    casual catalog catfish caution cavalry cavern caviar ceiling celery cellar cement census center
    century ceramic cereal certain chain chalk change chapel chariot charity chart chase chateau
    cheap cheddar cheese cheetah chemist cherry chess chicken chief chilly chimney chisel choice
    choose chorus chowder chrome church cider cinema circle cistern citadel citizen citrus city
    civil claim classic clause clay cleaver clerk client cliff climate clinic clock closet cloud
    clover clown club clumsy coach coast cobalt cobble cobra cockpit cocoa coconut coffee coin
    collage colonel column comedy comet comfort common compass comrade concert condor connect
    consult contest convoy cookie copper copy coral cordial corner corsage cosmic cottage cotton
    cougar council counter couple courage cousin cowbell cowboy coyote crab crackle cradle crane
    cranium crater cravat crayon cream credit creek cricket crimson crisis critic crocus crop crowd
    cruise crumb crust crystal cube cubicle cuckoo culture cupcake curious current curve cushion
    custard custom cutlery cycle cyclone cymbal cypress dagger dahlia dainty dairy dancer daring
    data dawn dazzle dealer debate debris decade decimal decline decoy deep defend define degree
    delay delta deluxe demand denim dentist denture deny depart deposit depth deputy derby desert
    design desk detail detour develop device devote dew diagram dialog diamond diary diesel diet
    digit dilemma dime dinghy dinner diploma direct dirty discus dish dismiss ditch divide dizzy
    dock doctor dodge dollar dolphin domain domino donate donkey doorway dormant double dove dozen
    draft dragnet dragon drama drapery drawing dreamer dress drill drink driver drizzle dropout
    drummer drywall duchess duffel dugout dune dungeon duplex durable dust duty dwarf dynamic dynamo
    dynasty eager early earn earring earth earthly eastern easy echo eclair eclipse ecology economy
    eddy edge edition editor educate eel effect effort egg eighty either elastic elbow elder elegant
    element eleven elf elite embargo embark embassy emblem emerald emotion empathy emperor empire
    employ empty emu enable enamel enchant encore endless endorse endure enemy energy engine enigma
    enjoy enough entire entry enzyme epic episode epoch equal equator equip eraser erosion errand
    erupt escape essay estate estuary eternal ethics europe evening event evident evolve exact
    example exceed excite exclude excuse exhibit exile exist exodus exotic expand expect explain
    export express extend extra eyebrow eyelash eyelid fabric face factory faculty faith falcon
    fallen false family famous fancy fantasy farmer fashion fasten father faucet feature federal
    feeling feline fellow female fence fennel fern fertile fever fiber fiction fiddle fidget field
    fiesta fifteen figure film filter final finch finger finish fire firefly first fiscal fitness
    fixture fjord flag flannel flare flash flavor fleece flight flint float floor floral flower
    fluid flute flutter focus foil folder foliage folk fondue forbid force forest forget formula
    fortune forum forward fossil foster four fox fragile frame freckle freedom freight fresco fresh
    friday friend fringe frisbee frog frost frozen fruit fuel fulfill furnace further fuse future
    fuzzy gadget galaxy galleon gallery galore gambit game gander garage garden garlic garment
    garnet gauge gazebo gazelle gecko gelatin gemini general genius gentle genuine geology gesture
    geyser ghost giant gibbon gift giggle gingham giraffe girder glacier glad glance glass glimmer
    glimpse glitter global gloomy glory glove glucose gnome goal goblet goblin golden golf gondola
    goose gopher gorilla gospel gossip gourmet govern gown grace granite granola graph gravel
    gravity great green grid griffin grizzly grocery groove grotto ground group grow growth guard
    guess guide guilty guitar gull gumball gumdrop guppy gutter gymnast gypsum habit hacksaw haddock
    hail haircut half halibut hallway halogen hamlet hammer hammock hamster handbag hangar happen
    happy harbor harmony harness harp harpoon harvest hasty hatchet haven havoc hawk hazard hazel
    health heart heavy height helium hello helmet help hemlock herb hermit heron herring hexagon
    hickory hidden highway hiking hilltop hinge hippo history hobby hockey holiday hollow holly
    honest honey honor hood horizon hornet horse hostel hover however hub huddle human humble humid
    humor hundred hungry hunter hurry husband hush husky hybrid hydrant hyena hymn iceberg iceland
    icicle icon ideal idiom idle idol igloo ignore iguana illness image imagine impact impala import
    impress improve impulse include income index indigo indoor infant inform inhabit inherit initial
    inject inkwell inland inmate input inquiry inside inspire install instant intact into invent
    invite involve iris ironing isolate isotope item itself ivory ivy jackal jacket jade jaguar
    janitor january jar jasmine javelin jawbone jazz jealous jeans jelly jersey jester jewel jigsaw
    jingle job jogger joke journal jubilee judge juggle juice jukebox july jumbo junior juniper junk
    justice karate kayak kebab keen keeper kernel ketchup kettle keyhole keynote kick kickoff kidney
    kimono kind kindle kingdom kinship kiosk kitchen kite kitten kiwi knee knife knight knit knock
    know knuckle koala label labor lacquer ladder ladybug lagoon lake lamp lantern laptop large
    lasagna laser laugh laundry laurel lava lawyer lazy leader leaf league leather lecture ledger
    left legacy legend legume leisure lemon lens leopard lesson lettuce level lexicon liberty
    library license lichen life lilac lily limb limit linen lion liquid list litmus little lively
    lizard llama lobster local locust logic lonely long loop lottery lotus lounge lucky luggage
    lullaby lumber lunar lunch luxury lynx lyric lyrical machine madam magenta magic magma magnet
    magpie maid mailbox major makeup mallard mammoth manager mango manner mansion mantle manual
    maple marble march margin marina market marmot maroon marshal martini mascot mask mason massive
    master math matrix mature maximum meadow mean meander measure medal medium medley meerkat melody
    melon member memory menace mental mention menu mercury mermaid message meteor method metro
    midway might migrate mild millet mimic mineral minimum minnow minor mint minute miracle mirror
    miss mobile model modern module mohair molar moment monarch monday monitor monsoon monster month
    morning morsel mortar mosaic mother motor motto mouse movie much mud muffin mule muscle museum
    music mustang mutual muzzle myself mystery nacho napkin narrate narrow narwhal nation native
    natural navy nearby nebula nectar needle neglect nephew nerve network neutral newborn next
    nibble nickel nine noble nobody noise nomad nomadic noodle noon normal north nostril nothing
    notice nougat novel nozzle nuclear nugget nurse nursery nutmeg nylon oak oasis oatmeal obelisk
    obey object oblong oboe observe obtain obvious occupy ocean october octopus odd oddball odor
    offer office often oilcan okay olympic omega omelet omit onion online only onward onyx opal open
    opera opinion opossum oppose optical option oracle orange orbit orbital orchard orchid oregano
    organ orient origin orphan ostrich otter outback outcome outdoor outfit outlaw outpost overlap
    owl owner oxford oxygen oyster ozone pacific package paddle padlock pagoda paint pajamas palace
    palette pancake panda panel panic panther papaya paper paprika parade paradox parasol parcel
    pardon parent parka parlor parsley partner party passage pasta pastry patch pathway patient
    patriot patrol pattern pause peacock peanut pearl pebble pecan pelican pencil penguin penny
    pension people pepper percent perfect perfume perhaps period person petal petunia phantom
    pharaoh phone photo phrase piano piccolo pickle picnic picture pigeon pilgrim pillow pilot
    pimple pinball pink pioneer pirate pitcher pizza plaid planet plasma plate playful plaza please
    plenty plumage plural plywood pocket podium poem police polka pollen polo polygon polymer pond
    pontoon popcorn popular porch port postage postman potato poultry powder prairie praise predict
    prefer premium prepare present pretzel priest primary prince prism private prize problem process
    produce profit program project promise pronoun proof propel proud provide prune public pudding
    pueblo pulley pulse puma pumpkin pupil puppet purple purpose pyramid python quail quality
    quantum quarry quarter quartz queen quest quick quiet quill quintet quite quiver quota rabbit
    raccoon radar radiant radio radish ragtime rainbow raisin rally rambler random ranger rapid rare
    rascal rattan rattle ravine razor ready reality reason rebound rebuild recall receipt recipe
    record recycle redwood reef reflect reform refresh refuse regatta region regret regular reject
    relax rely remain remote render renew rent repair repeat replace report reptile rescue resist
    result retire return reunion reveal reverse review reward rhino rhubarb rhythm rice rigid ring
    ringlet ripple ritual road robin robot robust rodeo romance rooster rope rosebud rotate rotunda
    rough roughly routine rowboat royal rubber ruby rudder ruffle rug ruin ruler runner runway rural
    rustic safari saffron saga sailor salad salami salmon salt salute sample sandal sandbox sapling
    sardine satchel satin satisfy saturn sauce sausage savanna savory sawmill scallop scarf scatter
    scene scheme school science scooter score scout screen script scrub seafood seagull search
    seaside seat seaweed second secret section sedan seed segment select selfish senator senior
    sense sequel sequoia series sermon service sesame session seven several shadow shallow shampoo
    shape shark shawl sheep shelf sherbet sheriff shield shift shine ship shiver shock shoe short
    shovel shower shrimp shrug shuffle shuttle sibling sidecar siege sierra signal silence silicon
    silk silly silver similar siren sister sitcom situate sixteen sketch skill skin skirt skunk sky
    skyline sleeve sleigh slice slim slipper slogan slope slow small smart smile smoke smooth snack
    snail snake sneeze snorkel snowman soap soccer social soda soldier solid someone sonata sonnet
    soprano sorbet soul sound source south soybean space spaniel sparrow spatial spatula speak
    special sphere spider spike spinach spiral spirit splash split sponge spoon spouse spray spring
    spruce square squeeze squid stable stadium staff stairs stamp stand star station statue steamer
    steel stencil step stereo stick stirrup stone stool storm straw street strike strong student
    studio sturdy style subject suburb subway success sudden suffer sugar suggest suit summer sunday
    sundial sunrise sunset super support supreme surface surfing surgeon survey sushi swan sweater
    sweet switch swivel sword symbol symptom syrup system tablet tackle tadpole talent talk tandem
    tangent target tariff taste tattoo taxi teacher team teapot tedious tempest temple tenant tennis
    tenor terrace terrier textile texture thank theater theme theory thermal thick thicket thimble
    thing third thirty thistle thorn thought thread three throat thrower thumb thunder tiara tidal
    tidbit tiger timber timid tinsel tiny tissue titan title toddler toilet token tomato tonight
    toolbox topaz topic topsoil tornado total toucan tourist toward towel toy tractor trade traffic
    tragedy trailer trapeze treetop trellis trend trial tribe trigger trilogy trio triple triumph
    trivial trophy trouble truck true trumpet truth tuba tuesday tugboat tulip tundra tunnel turban
    turbine turkey turmoil turnip turtle tutor tuxedo tweed twelve twenty twice twin twist tycoon
    typhoon typical ugly ukulele ultra uncle unfair unhappy unicorn uniform unique unknown unlock
    unravel until unusual upbeat update upgrade uphold upon upper uproar upset urchin urgent usage
    useful usher usual utensil utility utopia vacant vaccine vacuum vague valiant valid valley
    vampire vanilla vanish vapor variety vast vault vector vehicle velcro velvet vendor veranda
    verdict verify version very vessel vestige veteran viaduct vibrant victory video view village
    vinegar vintage vinyl violet violin viper virtual visa visit visual vital vitamin vivid voice
    volcano volume vortex voter voyage waffle wagon waist waiter wallaby walnut walrus waltz warbler
    warm warning warrior wash wave wayside weasel website wedding weekend weird welcome wetland
    whaler wharf wheat wheel when whisper white whole width wildcat window winter wisdom wise woman
    wombat wonder wool work world worry wrap wreath wrench wrestle wrong yacht yard year yeast yoga
    yogurt young yucca zebra zenith zephyr zero zigzag zinc zipper zodiac zombie zoology
    """
}
